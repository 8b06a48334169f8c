/** What a package made on the stand-in runtime says about itself. */
export function writeNotice(version: string): string {
  return [
    "NOT A RELEASE",
    "",
    `This package runs on Electron ${version}, an old build made by a third party. It was made on a`,
    "machine that could not download the Electron that Lab Dispatcher is built for, to try the app and",
    "run its tests. Do not give it to anyone and do not run a lab on it. To make a release, run",
    '"npm run package" on a machine that can download Electron.',
    "",
  ].join("\n");
}
