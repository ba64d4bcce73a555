import type { Configuration } from 'electron-builder';
import { type Environment, signingWarnings } from './signing.ts';
import { feedVariable, isPlaceholder } from './update-feed.ts';

/** Placeholders that a released configuration must not contain, each as a sentence. */
export function releaseProblems({ extraMetadata, linux }: Configuration): string[] {
  const metadata: unknown = extraMetadata;
  const homepage: unknown =
    typeof metadata === 'object' && metadata !== null && 'homepage' in metadata
      ? metadata.homepage
      : undefined;
  return Object.entries({ homepage, maintainer: linux?.maintainer })
    .filter(([, value]) => typeof value !== 'string' || value === '' || isPlaceholder(value))
    .map(
      ([name, value]) =>
        `A release needs a real ${name}, not "${String(value)}". Set it in build/package/configuration.ts.`,
    );
}

/** The missing signatures and update server of a release for this system, each as a sentence. */
export function missingParts(
  platform: NodeJS.Platform,
  environment: Environment,
  allowed: { readonly unsigned: boolean; readonly withoutUpdates: boolean },
): string[] {
  const problems = allowed.unsigned
    ? []
    : signingWarnings(platform, environment).map((each) => `${each} Or add --unsigned.`);
  if (!allowed.withoutUpdates && (environment[feedVariable] ?? '') === '') {
    problems.push(
      `A release needs an update server. Set ${feedVariable}, or add --without-updates.`,
    );
  }
  return problems;
}
