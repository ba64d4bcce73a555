import type { SecretStore } from '#core/ports.ts';

/** Keeps secrets until Hookdesk ends, and says why no better. */
export function memoryStore(reason: string): SecretStore {
  const secrets = new Map<string, string>();
  return {
    describe: () => ({ kind: 'memory', label: 'Memory only', reason }),
    has: (name) => secrets.has(name),
    get: (name) => Promise.resolve(secrets.get(name) ?? null),
    set: (name, secret) => {
      secrets.set(name, secret);
      return Promise.resolve();
    },
    clear: (name) => {
      secrets.delete(name);
      return Promise.resolve();
    },
  };
}
