import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What electron-builder looks for when it sets the fuses: this text in the executable, then the
 * version of what follows, the number of fuses, and one character for each: `0` off, `1` on, `r`
 * removed. Source: https://github.com/electron/fuses, `src/constants.ts`.
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The defaults of Electron 45 in the order of `FuseV1Options`, and one that it does not know. */
const defaultFuses = '101100011';

/** The licence of Electron, and those of Chromium and of what it contains. */
const electronLicences = ['LICENSE', 'LICENSES.chromium.html'];

/** The fuses as they are found in a binary of Electron. */
export const fuseWire = Buffer.concat([
  Buffer.from(sentinel),
  Buffer.from([1, defaultFuses.length]),
  Buffer.from(defaultFuses),
]);

/**
 * Makes a folder that electron-builder takes for a Linux build of Electron: what it copies, renames
 * and changes is there, and nothing runs. So packages can be checked where the real one cannot be had.
 */
export function stubElectron(folder: string): string {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'));
  const executable = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n# '),
    fuseWire,
    Buffer.from('\n'),
  ]);
  writeFileSync(join(folder, 'electron'), executable, { mode: 0o755 });
  writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 });
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  for (const name of electronLicences) writeFileSync(join(folder, name), `${name} of the stub`);
  return folder;
}
