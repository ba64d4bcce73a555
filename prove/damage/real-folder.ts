import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import type { Composition } from '#compose/compose.ts';
import type { Ports } from '#core/ports.ts';
import type { Sealer, StoredSnapshot } from '#core/store-ports.ts';
import { defaultSettings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { aPlan, aSnapshot, storedOf } from '#test-support/stored-content-fixture.ts';
import { windowMemory } from '../../electron/main/window/window-place.ts';
import { composeWeb } from '../../electron/web/composition.ts';

/** `killed`: with a keychain, copied while in use. `closed`: under a passphrase, after the host ended. */
export type FolderKind = 'killed' | 'closed';

/** Opens the vault of the proof, which has only test data. */
const passphrase = 'four words without sense';

/** A data folder with data of each kind. Its keychain is in memory. */
export interface RealFolder {
  readonly kind: FolderKind;
  readonly directory: string;
  readonly files: readonly string[];
  readonly keychain: ReadonlyMap<string, string>;
  readonly seen: unknown;
}

const connections: readonly Connection[] = ['acme', 'globex', 'initech'].map((id) => ({
  ...blankConnection,
  id,
  name: `${id}-prod`,
  baseUrl: `https://${id}.example.com/pem`,
  practice: false,
  readOnly: id === 'globex',
  group: 'customers',
  proxy: { kind: 'own', url: 'http://proxy.example.com:3128', username: 'me' },
  trust: { kind: 'ca-file', fileName: 'own-ca.pem', pem: `the certificates of ${id}` },
}));
const secretNames = connections.flatMap(({ id }) =>
  ['auth-token', 'proxy-password'].map((secret) => `connection/${id}/${secret}`),
);
const outcomes = ['done', 'differs', 'unknown', 'failed', 'sent', 'not-applied'] as const;
const lineages = ['lineage of acme/7', 'lineage of globex/1'];
const entries = Array.from({ length: 24 }, (_, index) =>
  anEntry({
    id: `entry-${index}`,
    sequence: index + 1,
    at: new Date(Date.parse('2030-01-02T03:04:05Z') + index * 1_000),
    connectionId: connections[index % 3]?.id ?? '',
    webhookId: index % 5,
    meant: aDefinition(`Entry ${index}`),
    outcome: outcomes[index % outcomes.length] ?? 'done',
    planId: index % 4 === 0 ? 'plan-1' : null,
    draftId: 'acme/7',
    draftRevision: index + 1,
    lineage: lineages[index % 2] ?? null,
    undoes: index % 6 === 5 ? `entry-${index - 1}` : null,
  }),
);

/** A host on a folder, as far as it uses the folder. */
async function start(
  directory: string,
  kind: FolderKind,
  library: TestKeychain,
): Promise<Composition> {
  const lock = await lockInstance(directory);
  try {
    const composition = composeWeb({
      dataFolder: directory,
      version: '1.2.3',
      practiceServiceFile: '',
      bundleThread: '',
      vault: {
        load: () =>
          kind === 'killed'
            ? Promise.resolve(library)
            : Promise.reject(new Error('There is no keychain.')),
        cost: { N: 2, r: 1, p: 1 },
      },
    });
    const close = async (): Promise<void> => {
      await composition.close();
      lock.release();
    };
    return { ...composition, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

export async function makeRealFolder(parent: string, kind: FolderKind): Promise<RealFolder> {
  const made = mkdtempSync(join(parent, 'made-'));
  const library = new TestKeychain();
  const first = await start(made, kind, library);
  await first.ports.vault.retry();
  if (kind === 'closed') await first.ports.vault.choose({ kind: 'passphrase', passphrase });
  const sealer = await first.ports.vault.dataSealer({ sealedBefore: false });
  await write(first.ports, sealer, 0);
  windowMemory(made).remember({
    bounds: { x: 10, y: 20, width: 1_200, height: 800 },
    maximized: false,
  });
  await first.close();
  const directory = join(parent, kind);
  const keep = (): void => {
    cpSync(made, directory, { recursive: true });
  };
  // Each start makes a backup.
  for (const third of [1, 2]) {
    const again = await start(made, kind, library);
    await write(again.ports, await open(again.ports), third);
    if (third === 2 && kind === 'killed') keep();
    await again.close();
  }
  if (kind === 'closed') keep();
  const files = readdirSync(directory)
    .filter((name) => statSync(join(directory, name)).isFile())
    .filter((name) => statSync(join(directory, name)).size > 0)
    .sort();
  const folder = { kind, directory, files, keychain: new Map(library.held), seen: null };
  const undamaged = await look(folder, null);
  if (undamaged.told.length > 0) throw new Error(`The folder is not sound: ${undamaged.told[0]}`);
  return { ...folder, seen: undamaged.seen };
}

async function write(ports: Ports, sealer: Sealer, third: number): Promise<void> {
  if (third === 0) {
    ports.settings.saveConnections(connections.slice(0, 2));
    ports.settings.saveSettings({ ...defaultSettings, theme: 'dark', panes: [18, 40] });
    for (const name of secretNames) await ports.secrets.set(name, `canary of ${name}`);
    await ports.snapshots.write(storedOf(aSnapshot()), sealer);
    await ports.plans.write(aPlan(), sealer);
  }
  ports.settings.saveConnections(connections);
  ports.templates.save({
    installations: connections.slice(0, third + 1).map(({ id }) => ({
      connectionId: id,
      ownTokens: [{ name: 'JobName', meaning: 'What ran.', sample: 'backup 1' }],
      rules: 'plain',
      secretHeaders: ['x-team'],
    })),
    samples: [{ connectionId: 'acme', webhookId: 7, edits: { HIGH: { AlertName: 'a 🔔' } } }],
  });
  const drafts = [0, 1, 2, 3].map((each) =>
    aDraft({ id: `acme/${third * 4 + each}`, revision: third * 4 + each + 1 }),
  );
  await ports.drafts.write(
    drafts.map((draft) => ({ kind: 'save', draft })),
    sealer,
  );
  await ports.journal.write(entries.slice(third * 8, third * 8 + 8), sealer);
}

async function open({ vault, drafts }: Ports): Promise<Sealer> {
  await vault.retry();
  if (vault.state().status === 'locked') await vault.unlock(passphrase);
  return vault.dataSealer({ sealedBefore: (await drafts.open()).holdsAny });
}

export interface Look {
  /** The notices of the start, and of a pane that cannot show its content. */
  readonly told: readonly string[];
  readonly seen: unknown;
}

/** Starts a host on a copy of the folder with one damaged file. */
export async function look(
  { directory, kind, keychain }: Omit<RealFolder, 'seen'>,
  damage: ((copy: string) => void) | null,
): Promise<Look> {
  const copy = `${directory}-copy`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(directory, copy, { recursive: true });
  damage?.(copy);
  const library = new TestKeychain();
  for (const [name, secret] of keychain) library.held.set(name, secret);
  const told: string[] = [];
  const orTold = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      told.push(error.problem.message);
      return null;
    }
  };
  const host = await orTold(() => start(copy, kind, library));
  if (host === null) return { told, seen: null };
  try {
    told.push(...host.notices);
    return { told, seen: await everythingSeen(host.ports, copy, told, orTold) };
  } finally {
    await host.close();
  }
}

type OrTold = <Result>(work: () => Promise<Result>) => Promise<Result | null>;

async function everythingSeen(
  ports: Ports,
  directory: string,
  told: string[],
  orTold: OrTold,
): Promise<unknown> {
  // A place that is not on a display is corrected, so any place will do.
  windowMemory(directory).recall();
  const sealer = await orTold(() => open(ports));
  const secrets: (string | null)[] = [];
  for (const name of secretNames) secrets.push(await orTold(() => ports.secrets.get(name)));
  const stored = sealer && (await everythingStored(ports, sealer, told, orTold));
  return {
    connections: ports.settings.connections(),
    settings: ports.settings.settings(),
    templates: ports.templates.remembered(),
    vault: ports.vault.state(),
    secrets,
    stored,
  };
}

/** The pages of History as its filters read them: each uses another index. */
async function everythingStored(
  { drafts, journal, plans, snapshots }: Ports,
  sealer: Sealer,
  told: string[],
  orTold: OrTold,
): Promise<unknown> {
  const queries = [
    {},
    { connectionId: 'acme', webhookId: 0 },
    { connectionId: 'globex' },
    { planId: 'plan-1' },
    { outcomes: ['sent', 'unknown'] as const },
    ...lineages.map((each) => ({ lineages: [each] })),
    { undoes: entries.map(({ id }) => id) },
    { from: new Date('2030-01-02T03:04:15Z') },
  ];
  const pages: unknown[] = [];
  for (const query of queries) {
    const page = await orTold(() => journal.page(query, null, 500, sealer));
    if (page !== null && page.unreadable > 0) told.push('Unreadable entries.');
    pages.push(page, await orTold(() => journal.tally(query)));
  }
  const kept = await orTold(() => drafts.read(sealer));
  if (kept !== null && kept.unreadable > 0) told.push('Unreadable drafts.');
  return {
    pages,
    entries: await orTold(() =>
      journal.readMany(
        entries.map(({ id }) => id),
        sealer,
      ),
    ),
    drafts: kept?.drafts.toSorted((a, b) => a.id.localeCompare(b.id)),
    revision: await orTold(() => journal.latestDraftRevision()),
    plans: await orTold(() => plans.all(sealer)),
    times: await orTold(() => snapshots.times()),
    snapshot: plain(await orTold(() => snapshots.read('acme', sealer))),
  };
}

const plain = (snapshot: StoredSnapshot | null): unknown =>
  snapshot && { ...snapshot, webhooks: [...snapshot.webhooks.values()] };
