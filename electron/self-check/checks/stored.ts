import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createVaultCrypto } from '#adapters/vault/vault-crypto.ts';
import type { Ports } from '#core/ports.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import type { Keychain } from '#core/vault-ports.ts';
import { type Check, CheckFailed } from '../check.ts';

const Saved = z.object({ settings: z.object({ theme: z.string() }) });

export const settingsCheck = (ports: Pick<Ports, 'settings'>, dataFolder: string): Check => ({
  name: 'settings',
  limit: 20_000,
  advice: 'Report it with this table.',
  run: () => {
    const before = ports.settings.settings();
    ports.settings.saveSettings({ ...before, theme: 'dark' });
    const path = join(dataFolder, 'settings.json');
    const { settings } = Saved.parse(JSON.parse(readFileSync(path, 'utf8')));
    if (settings.theme !== 'dark') throw new CheckFailed('What was saved is not in the file.');
    const others = statSync(path).mode & 0o077;
    if (process.platform !== 'win32' && others !== 0) {
      throw new CheckFailed('Other users of this machine can read the settings file.');
    }
    ports.settings.saveSettings(before);
    return Promise.resolve('written to settings.json and verified');
  },
});

export const databaseCheck = ({ drafts }: Pick<Ports, 'drafts'>): Check => ({
  name: 'database',
  limit: 20_000,
  advice: 'Report it with this table. Drafts and history cannot be kept.',
  run: async () => {
    const crypto = createVaultCrypto();
    const sealer = crypto.dataSealer(crypto.newDataKey());
    const draft: StoredDraft = {
      id: 'self-check',
      kind: 'main',
      lineage: 'self-check',
      connectionId: null,
      webhookId: null,
      base: null,
      definition: { ...emptyDefinition('B'), name: 'Self-check' },
      editedAt: new Date(),
      revision: 1,
      settledRevision: null,
    };
    await drafts.open();
    await drafts.write([{ kind: 'save', draft }], sealer);
    const read = await drafts.read(sealer);
    if (read.drafts[0]?.definition.name !== draft.definition.name) {
      throw new CheckFailed('The written data cannot be read.');
    }
    await drafts.write([{ kind: 'remove', draftId: draft.id }], sealer);
    sealer.wipe();
    return 'an encrypted row was written, read and deleted';
  },
});

export const vaultCheck = ({ vault, secrets }: Pick<Ports, 'vault' | 'secrets'>): Check => ({
  name: 'vault',
  limit: 60_000,
  advice: 'Report it with this table. Secrets cannot be kept under a passphrase.',
  run: async () => {
    const [passphrase, name, secret] = ['self-check passphrase', 'self-check', 'self-check ä€'];
    await vault.retry();
    await vault.choose({ kind: 'passphrase', passphrase });
    await secrets.set(name, secret);
    vault.lock();
    await vault.unlock(passphrase);
    if ((await secrets.get(name)) !== secret) {
      throw new CheckFailed('The vault gave back another text.');
    }
    await secrets.clear(name);
    return 'a secret was written under a passphrase, read and deleted';
  },
});

/** Milliseconds for one call; the keychain may ask for a password. */
const timeLimit = 20_000;

export const keychainCheck = (keychain: Keychain): Check => ({
  name: 'keychain',
  limit: 4 * timeLimit,
  advice: 'Unlock the keychain of your system, then run the self-check again.',
  run: async () => {
    const finding = await keychain.probe();
    if (finding.kind !== 'open') {
      throw new CheckFailed(
        finding.reason,
        'Without a keychain, Hookdesk offers a passphrase or memory for secrets.',
      );
    }
    const secret = 'self-check ä€';
    await keychain.set('self-check', secret, timeLimit);
    const readBack = await keychain.get('self-check', timeLimit);
    await keychain.clear('self-check', timeLimit);
    if (readBack !== secret) throw new CheckFailed(`${keychain.label} gave back another text.`);
    if ((await keychain.get('self-check', timeLimit)) !== null) {
      throw new CheckFailed(`${keychain.label} kept a secret that was deleted.`);
    }
    return `${keychain.label}: a secret was written, read and deleted`;
  },
});
