/** A CSV file is bundled as its text. */
declare module "*.csv" {
  const text: string;
  // eslint-disable-next-line no-restricted-syntax -- this is how the bundler exports a text
  export default text;
}
