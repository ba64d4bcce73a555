import type { Configuration } from 'electron-builder';

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

/** RFC 2606 reserves these domains; they have no owner. */
export const isPlaceholder = (value: string): boolean =>
  /\.(invalid|example|test)\b|\bexample\.(com|org|net)\b/.test(value);
