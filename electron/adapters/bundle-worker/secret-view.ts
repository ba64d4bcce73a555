import type { FoundSecretView } from '#contract/bundle-export.ts';
import type { FoundSecret } from '#domain/bundle/export/found-secrets.ts';

const maxUses = 20;

export function secretView({ name, what, value, uses, mark }: FoundSecret): FoundSecretView {
  const [...characters] = value;
  const count = characters.length;
  return {
    name,
    what,
    masked: `•••••••• (${count} ${count === 1 ? 'character' : 'characters'})`,
    uses: uses.slice(0, maxUses),
    usesTotal: uses.length,
    isMarked: mark !== null,
  };
}
