import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { certificate } from '../http/testing/certificates.ts';
import { managedPlace, readManagedSettings } from './managed-file.ts';

const own = process.getuid?.() ?? 0;
const isRoot = own === 0;
const nobody = 65_534;
const allowed = '{ "allowedHosts": ["*.example.com"] }';

let parent = '';
let folder = '';
let file = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-managed-'));
  chmodSync(parent, 0o755);
  folder = join(parent, 'hookdesk');
  mkdirSync(folder, { mode: 0o755 });
  file = join(folder, 'settings.json');
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

const write = (text: string, path = file): void => {
  writeFileSync(path, text, { mode: 0o644 });
};
/** Trusts the user of this test in the place of root. */
const read = (owner = own): Managed => readManagedSettings({ files: [file], owner });
const refusal = (managed = read()): string => {
  if (managed.kind !== 'refused') throw new Error(`It is ${managed.kind}.`);
  return `${managed.message} ${managed.advice}`;
};

/** What a person sees who starts Hookdesk as another user; root owns the files. */
function readAsNobody(): Managed {
  const module = JSON.stringify(join(import.meta.dirname, 'managed-file.ts'));
  const place = JSON.stringify({ files: [file], owner: 0 });
  const program = `
    const { readManagedSettings } = await import(${module});
    console.log(JSON.stringify(readManagedSettings(${place})));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    uid: nobody,
    gid: nobody,
    cwd: '/',
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Managed;
}

describe('the managed settings of this machine', () => {
  it('are none without a file or without its folder', () => {
    expect(read()).toEqual({ kind: 'none' });
    rmSync(folder, { recursive: true });
    expect(read()).toEqual({ kind: 'none' });
  });

  it('are those of the file', () => {
    write(allowed);
    expect(read()).toEqual({
      kind: 'set',
      file,
      settings: { allowedHosts: ['*.example.com'] },
      caPem: null,
    });
  });

  it.each([
    ['half a file', '{ "allowedHosts": ["*.exam', /It is not JSON/],
    ['an empty file', '', /It is not JSON/],
    ['an unknown member', '{ "allowedHost": ["a.test"] }', /“allowedHost” is unknown/],
  ])('with %s are refused, not left out', (_, text, expected) => {
    write(text);
    expect(refusal()).toMatch(expected);
    expect(refusal()).toContain(file);
    expect(refusal()).toContain('sends nothing');
  });

  it.skipIf(isRoot)('of a user who is not root are refused', () => {
    write(allowed);
    expect(refusal(read(0))).toContain('does not belong to root');
  });

  it.runIf(isRoot)('of a user who is not root are refused to other users', () => {
    write(allowed);
    expect(readAsNobody()).toHaveProperty('kind', 'set');
    chownSync(file, nobody, nobody);
    expect(refusal(readAsNobody())).toContain(`${file} does not belong to root`);
    expect(refusal(readAsNobody())).toContain(`sudo chown root '${file}'`);
  });

  it.runIf(isRoot)('in a folder of a user who is not root are refused, also without a file', () => {
    chownSync(folder, nobody, nobody);
    expect(refusal(readAsNobody())).toContain(`${folder} does not belong to root`);
  });

  it.runIf(isRoot)('of another user are accepted from root, who can change every file', () => {
    write(allowed);
    chownSync(file, nobody, nobody);
    expect(read()).toHaveProperty('kind', 'set');
  });

  it.runIf(isRoot)('that the person may not read are refused, not left out', () => {
    write(allowed);
    chmodSync(file, 0o600);
    expect(refusal(readAsNobody())).toContain('may not read');
    chmodSync(folder, 0o700);
    expect(refusal(readAsNobody())).toContain('may not read');
  });

  it.each([
    ['its group', 0o664],
    ['everyone', 0o646],
  ])('that %s can write to are refused', (_, mode) => {
    write(allowed);
    chmodSync(file, mode);
    expect(refusal()).toContain(`chmod go-w '${file}'`);
  });

  it('in a folder that everyone can write to are refused, because anyone could delete the file', () => {
    chmodSync(folder, 0o777);
    expect(refusal()).toContain(`chmod go-w '${folder}'`);
  });

  it.each(['a link', 'a folder', 'a pipe'])(
    'in %s are refused, and the start does not wait',
    (kind) => {
      if (kind === 'a folder') mkdirSync(file);
      else if (kind === 'a pipe') spawnSync('mkfifo', [file]);
      else {
        write(allowed, join(parent, 'elsewhere.json'));
        symlinkSync(join(parent, 'elsewhere.json'), file);
      }
      expect(refusal()).toContain('is not a file');
    },
  );

  it('behind a linked folder are refused', () => {
    rmSync(folder, { recursive: true });
    symlinkSync(parent, folder);
    expect(refusal()).toContain('is not a folder');
  });
});

describe('the extra CA', () => {
  const set = (extraCa: string): Managed => {
    write(JSON.stringify({ extraCa }));
    return read();
  };

  it('is a text in the file, or a file beside it', async () => {
    const { cert } = await certificate();
    expect(set(cert)).toMatchObject({ kind: 'set', caPem: cert });
    const pem = join(folder, 'ca.pem');
    write(cert, pem);
    expect(set(pem)).toMatchObject({ kind: 'set', caPem: cert, settings: { extraCa: pem } });
  });

  it('of a file that others can write to is refused: they could read all traffic', async () => {
    const { cert } = await certificate();
    const pem = join(folder, 'ca.pem');
    write(cert, pem);
    chmodSync(pem, 0o666);
    expect(refusal(set(pem))).toContain(`chmod go-w '${pem}'`);
  });

  it('is refused when its file is missing, relative, no certificate or holds a key', async () => {
    const { cert, key } = await certificate();
    expect(refusal(set(join(folder, 'ca.pem')))).toContain('does not exist');
    expect(refusal(set('ca.pem'))).toContain('complete path');
    expect(refusal(set('-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----'))).toMatch(
      /“extraCa” .*certificate/,
    );
    expect(refusal(set(cert + key))).toContain('private key');
    expect(refusal(set(cert + key))).not.toContain(key.split('\n')[1]);
  });
});

describe('the place of the file', () => {
  it('is the system’s, and no variable of the user moves it', () => {
    const environment = { CommonProgramFiles: 'D:\\mine', HOME: '/mine', XDG_CONFIG_DIRS: '/mine' };
    expect(managedPlace('linux', environment)).toEqual({
      files: ['/etc/hookdesk/settings.json'],
      owner: 0,
    });
    expect(managedPlace('darwin', environment).files).toEqual([
      '/Library/Application Support/Hookdesk/settings.json',
    ]);
    // Without native code, a system on another drive is known by its variable only.
    expect(managedPlace('win32', environment).files).toEqual([
      'C:\\Program Files\\Common Files\\Hookdesk\\settings.json',
      'D:\\mine\\Hookdesk\\settings.json',
    ]);
  });

  it('that comes first decides alone', () => {
    const second = join(folder, 'second.json');
    write(allowed, second);
    const both = { files: [file, second], owner: own };
    expect(readManagedSettings(both)).toMatchObject({ file: second });
    write('damaged');
    expect(readManagedSettings(both)).toMatchObject({ kind: 'refused', file });
  });
});
