import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `node build/ci/update-from-last.ts FOLDER VERSION`: installs the last release, then the package
 * in the folder over it. Both must pass their self-check; the second must have the version.
 */
const [next, version] = process.argv.slice(2);
if (next === undefined || version === undefined) {
  throw new Error('Which packages? node build/ci/update-from-last.ts FOLDER VERSION');
}

/** Time limit of each program, in ms. */
const timeout = 5 * 60_000;
const temporary = mkdtempSync(join(tmpdir(), 'hookdesk-update-'));

const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { stdio: 'inherit', timeout });
};

interface System {
  /** The package that users install. */
  readonly name: RegExp;
  readonly install: (file: string) => void;
  readonly program: string;
}

const systems: Readonly<Partial<Record<NodeJS.Platform, System>>> = {
  linux: {
    name: /\.deb$/,
    install: (file) => {
      run('sudo', ['apt-get', 'install', '-y', file]);
    },
    program: 'hookdesk',
  },
  darwin: {
    name: new RegExp(process.arch === 'arm64' ? '-arm64-mac\\.zip$' : '(?<!-arm64)-mac\\.zip$'),
    install: (file) => {
      run('ditto', ['-x', '-k', file, temporary]);
    },
    program: join(temporary, 'Hookdesk.app/Contents/MacOS/Hookdesk'),
  },
  win32: {
    name: /-Setup-.*\.exe$/,
    install: (file) => {
      run(file, ['/S']);
    },
    program: join(process.env.LOCALAPPDATA ?? '', 'Programs/hookdesk/Hookdesk.exe'),
  },
};

const system = systems[process.platform];
if (system === undefined) throw new Error(`There are no packages for ${process.platform}.`);

function installFrom(folder: string, { name, install }: System): void {
  const files = readdirSync(folder).filter((each) => name.test(each));
  const [file] = files;
  if (file === undefined || files.length > 1) {
    throw new Error(`${folder} has ${files.length} packages ${String(name)}, not one.`);
  }
  install(resolve(folder, file));
}

function checkedVersion({ program }: System): string {
  const report = join(temporary, 'self-check.json');
  run(program, ['--self-check', '--json', '--output', report]);
  const { passed, version: found } = JSON.parse(readFileSync(report, 'utf8')) as {
    passed: boolean;
    version: string;
  };
  if (!passed) throw new Error(`The self-check of version ${found} did not pass.`);
  return found;
}

const listed = execFileSync(
  'gh',
  'release list --exclude-drafts --exclude-pre-releases --limit 1 --json tagName --jq .[].tagName'.split(
    ' ',
  ),
  { encoding: 'utf8', timeout },
).trim();
if (listed === '') console.log('There is no earlier release, so there is nothing to update.');
else {
  const last = join(temporary, 'last');
  run('gh', ['release', 'download', listed, '--dir', last]);
  installFrom(last, system);
  const before = checkedVersion(system);
  if (`v${before}` !== listed) throw new Error(`${listed} says that it is ${before}.`);
  installFrom(next, system);
  const after = checkedVersion(system);
  if (after !== version)
    throw new Error(`After the update, the version is ${after}, not ${version}.`);
  console.log(`Updated from ${before} to ${after}.`);
}
