import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectPackageFiles } from '../notices/collect-package-files.ts';
import { fingerprint } from './fingerprint.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { partsOf, type Part } from './parts.ts';

const root = join(import.meta.dirname, '../..');
const stamp = join(root, 'dist/.stamp');
const lock = join(root, '.cache/bundle.lock');

/**
 * Bundles everything into `dist/` and prints the duration. Waits for another run. An interrupted
 * run leaves no stamp, so that the next {@link bundleIfStale} bundles again.
 */
export function bundle(): Promise<void> {
  return oneAtATime(lock, sayWaiting, bundleAll);
}

/** Bundles if a source changed or an output is missing. Returns whether it bundled. */
export async function bundleIfStale(): Promise<boolean> {
  if (isFresh()) return false;
  return oneAtATime(lock, sayWaiting, async () => {
    // Another run may have bundled during the wait.
    if (isFresh()) return false;
    await bundleAll();
    return true;
  });
}

const sayWaiting = (): void => {
  console.log('bundle: waiting for another one to end');
};

async function bundleAll(): Promise<void> {
  const begun = performance.now();
  // Computed before the work: a change during the work makes the bundle stale.
  const print = fingerprint(root);
  rmSync(stamp, { force: true });
  const parts = partsOf(root);
  const packageFiles = new Set<string>();
  for (const part of parts) await bundlePart(part, packageFiles);
  // Loaded here because a fresh bundle does not need these libraries.
  const { writeNotices } = await import('../notices/write-notices.ts');
  writeNotices(root, packageFiles);
  writeFileSync(stamp, print);
  console.log(`bundle: ${parts.length} parts in ${seconds(begun)} s`);
}

function isFresh(): boolean {
  if (!existsSync(stamp)) return false;
  const there = partsOf(root).every((part) => existsSync(join(root, part.output)));
  return there && readFileSync(stamp, 'utf8') === fingerprint(root);
}

async function bundlePart(part: Part, packageFiles: Set<string>): Promise<void> {
  const begun = performance.now();
  await asProduction(async () => {
    const { build, mergeConfig } = await import('vite');
    const config = await part.config();
    const collect = () => [collectPackageFiles(packageFiles)];
    const collecting = { plugins: collect(), worker: { plugins: collect } };
    await build(part.isShipped ? mergeConfig(config, collecting) : config);
  });
  console.log(`bundle: ${part.name} in ${seconds(begun)} s`);
}

/** Vite and Svelte read NODE_ENV, which a caller such as a test may set to another value. */
async function asProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

if (import.meta.main) {
  try {
    if (process.argv.includes('--if-stale')) await bundleIfStale();
    else await bundle();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
