import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode, hasErrorCode } from '#adapters/error-code.ts';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { SystemKeychain } from '#adapters/keychain/system-keychain.ts';
import { machineFacts } from '#adapters/machine/machine.ts';
import type { Composition } from '#compose/compose.ts';
import type { Keychain } from '#core/vault-ports.ts';
import { type Check, CheckFailed, type CheckResult, runCheck, runChecks } from './check.ts';
import { databaseCheck, keychainCheck, settingsCheck, vaultCheck } from './checks/stored.ts';
import { bundleCheck, practiceCheck, threadCheck } from './checks/programs.ts';
import { tlsChecks } from './checks/tls.ts';
import type { SelfCheckReport } from './report.ts';

/** The host that a self-check puts together. */
export interface CheckedHost {
  readonly version: string;
  readonly host: 'desktop' | 'web';
  readonly compose: (dataFolder: string) => Composition | Promise<Composition>;
  readonly page: (composition: Composition, dataFolder: string) => PageChecks;
  readonly keychain?: (dataFolder: string) => Keychain;
}

export interface PageChecks {
  readonly checks: readonly Check[];
  readonly close: () => Promise<void>;
}

/** A separate folder, so that the check does not touch the user's data. */
export function makeCheckFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'hookdesk-self-check-'));
  } catch (error) {
    throw new CheckFailed(
      `No folder can be made in ${tmpdir()}: the system says ${errorCode(error)}.`,
      'Set TMPDIR (on Windows: TEMP) to a folder that you can write, then run the self-check again.',
    );
  }
}

/** Checks every part of a host on a new data folder, which it removes at the end. Never rejects. */
export async function selfCheck(
  { version, host, compose, page, keychain = systemKeychain }: CheckedHost,
  nameFolder = makeCheckFolder,
): Promise<SelfCheckReport> {
  const { system, runtime } = machineFacts();
  const { openssl } = process.versions;
  const hostFacts = { version, host, system, runtime, tls: `TLS library ${openssl}` };
  const parts: { folder: string | null; checks: readonly Check[] } = { folder: null, checks: [] };
  const start = await runCheck({
    name: 'start',
    limit: 30_000,
    advice: 'Report it with this table.',
    run: async () => {
      const folder = (parts.folder = nameFolder());
      makeFolder(folder);
      const composition = await compose(folder);
      const pageChecks = page(composition, folder);
      parts.checks = checksOf(composition, folder, pageChecks, keychain(folder));
      return 'all parts were put together on a new data folder';
    },
  });
  try {
    const checks = start.status === 'passed' ? await runChecks(parts.checks) : [notRun];
    return { ...hostFacts, checks: [start, ...checks] };
  } finally {
    if (parts.folder !== null) removeFolder(parts.folder);
  }
}

const notRun: CheckResult = {
  name: 'other checks',
  status: 'not run',
  text: 'They need the check “start”.',
  advice: null,
  milliseconds: 0,
};

const systemKeychain = (directory: string): Keychain => new SystemKeychain({ directory });

function checksOf(
  { ports, close }: Composition,
  folder: string,
  page: PageChecks,
  keychain: Keychain,
): readonly Check[] {
  return [
    settingsCheck(ports, folder),
    databaseCheck(ports),
    vaultCheck(ports),
    threadCheck(ports),
    bundleCheck(ports),
    practiceCheck(ports),
    ...tlsChecks(ports),
    ...page.checks,
    keychainCheck(keychain),
    {
      name: 'end',
      limit: 20_000,
      advice: 'Report it with this table.',
      run: async () => {
        await page.close();
        await close();
        return 'everything that was started has ended';
      },
    },
  ];
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    // On Windows Chromium may still hold a file; the system cleans its temporary folder.
    if (!hasErrorCode(error)) throw error;
  }
}
