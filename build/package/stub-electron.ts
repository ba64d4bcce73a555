import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';

/**
 * The text that marks the fuses in Electron's binary. After it: a version, the number of fuses, and
 * one character per fuse: `0` off, `1` on, `r` removed. Source: https://github.com/electron/fuses,
 * `src/constants.ts`.
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The defaults of Electron 45 in the order of `FuseV1Options`, and one unknown fuse. */
const defaultFuses = '101100011';

/** The licences of Electron, and of Chromium and its parts. */
const electronLicences = ['LICENSE', 'LICENSES.chromium.html'];

/** The fuses, encoded as in a binary of Electron. */
export const fuseWire = Buffer.concat([
  Buffer.from(sentinel),
  Buffer.from([1, defaultFuses.length]),
  Buffer.from(defaultFuses),
]);

/** The systems, with electron-builder's names. */
export type System = 'linux' | 'mac' | 'win';

/**
 * Creates a folder that electron-builder accepts as a build of Electron for this system. It has the
 * necessary files, but cannot run. For machines without a real build.
 */
export function stubElectron(folder: string, system: System = 'linux'): string {
  mkdirSync(folder, { recursive: true });
  for (const name of electronLicences) writeFileSync(join(folder, name), `${name} of the stub`);
  stubs[system](folder);
  return folder;
}

const stubs: Readonly<Record<System, (folder: string) => void>> = {
  linux: (folder) => {
    const executable = Buffer.concat([
      Buffer.from('#!/bin/sh\nexit 0\n# '),
      fuseWire,
      Buffer.from('\n'),
    ]);
    writeFileSync(join(folder, 'electron'), executable, { mode: 0o755 });
    writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 });
    addResources(folder);
  },
  win: (folder) => {
    writeFileSync(join(folder, 'electron.exe'), Buffer.concat([windowsProgram(), fuseWire]));
    addResources(folder);
  },
  mac: (folder) => {
    const contents = join(folder, 'Electron.app/Contents');
    putProgram(contents, 'Electron');
    mkdirSync(join(contents, 'Resources'));
    writeFileSync(join(contents, 'Resources/default_app.asar'), '');
    const frameworks = join(contents, 'Frameworks');
    for (const kind of ['', ' (Renderer)', ' (Plugin)', ' (GPU)']) {
      const name = `Electron Helper${kind}`;
      putProgram(join(frameworks, `${name}.app/Contents`), name);
    }
    const framework = join(frameworks, 'Electron Framework.framework');
    for (const name of ['de', 'en']) {
      const language = join(framework, `Versions/A/Resources/${name}.lproj`);
      mkdirSync(language, { recursive: true });
      writeFileSync(join(language, 'locale.pak'), '');
    }
    writeFileSync(join(framework, 'Electron Framework'), fuseWire);
  },
};

function addResources(folder: string): void {
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'resources/default_app.asar'), '');
  mkdirSync(join(folder, 'locales'));
  for (const name of ['de', 'en-US']) writeFileSync(join(folder, `locales/${name}.pak`), '');
}

/** Creates an empty macOS program with the property list of its bundle. */
function putProgram(contents: string, name: string): void {
  mkdirSync(join(contents, 'MacOS'), { recursive: true });
  writeFileSync(join(contents, 'MacOS', name), '', { mode: 0o755 });
  const entry = `<key>CFBundleExecutable</key><string>${name}</string>`;
  const list = `<?xml version="1.0"?><plist version="1.0"><dict>${entry}</dict></plist>`;
  writeFileSync(join(contents, 'Info.plist'), list);
}

/** An empty Windows program with version data in one language, which electron-builder requires. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty();
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  return Buffer.from(program.generate());
}

/**
 * Creates fakes of an icon converter, which copies its input, and of `codesign`. Returns the folder
 * for PATH and ELECTRON_BUILDER_ICONS_TOOLSET_DIR.
 */
export function stubTools(folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'codesign'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(
    join(folder, 'icon-tool.js'),
    `const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
     const [input, format, out] = process.argv.slice(2).map((each) => each.split('=')[1]);
     const file = out + '/icon.' + format;
     if (format !== 'ico') copyFileSync(input, file);
     else {
       const image = readFileSync(input);
       const head = Buffer.alloc(22);
       head.writeUInt16LE(1, 2);
       head.writeUInt16LE(1, 4);
       head.writeUInt32LE(image.length, 14);
       head.writeUInt32LE(head.length, 18);
       writeFileSync(file, Buffer.concat([head, image]));
     }`,
  );
  return folder;
}
