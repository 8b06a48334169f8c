/** A CSV file is bundled as its text. */
declare module "*.csv" {
  const text: string;
  export default text;
}
