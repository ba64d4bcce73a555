import { credentialSegments } from '../../secrets/credential-segments.ts';
import { isSensitiveHeader } from '../../secrets/header-secrets.ts';
import type { BundleToken } from '../format.ts';
import type { ExportSource } from './export-source.ts';
import type { SecretReferences } from './secret-references.ts';

/** Own tokens and edited samples. The first installation wins. Skips values that look like secrets. */
export function bundleTokens(
  sources: readonly ExportSource[],
  used: readonly string[],
  placeholders: SecretReferences,
): BundleToken[] {
  const isFine = (value: string): boolean =>
    value.isWellFormed() &&
    placeholders.hasNoSecret(value) &&
    credentialSegments(value).every(({ secretName }) => secretName === null);
  return used.flatMap((name): BundleToken[] => {
    const own = sources.flatMap(({ ownTokens }) => ownTokens).find((one) => one.name === name);
    const isSecret = isSensitiveHeader(name);
    const samples = isSecret ? [] : editsOf(name, sources).filter(([, value]) => isFine(value));
    if (own === undefined && samples.length === 0) return [];
    return [
      {
        name,
        ...(own !== undefined && isFine(own.meaning) && { meaning: own.meaning }),
        ...(own !== undefined && !isSecret && isFine(own.sample) && { sample: own.sample }),
        ...(samples.length > 0 && { samples: Object.fromEntries(samples) }),
      },
    ];
  });
}

function editsOf(name: string, sources: readonly ExportSource[]): [string, string][] {
  const found = new Map<string, string>();
  for (const { sampleEdits } of sources) {
    for (const [scenario, values] of Object.entries(sampleEdits)) {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value !== undefined && !found.has(scenario)) found.set(scenario, value);
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}
