import { run } from './command.ts';
import type { Context } from './part.ts';
import { installHint, missingOf, thisDebianKind, type Requirement } from './requirements.ts';

/**
 * Provides the required system programs: installs them on Debian as root, otherwise prints how to
 * install them. Does nothing when all are available.
 */
export async function provide(context: Context, needed: readonly Requirement[]): Promise<void> {
  const missing = await missingOf(needed);
  if (missing.length === 0) return;
  const kind = thisDebianKind();
  if (kind !== 'debian' || process.getuid?.() !== 0) {
    console.log(`Not on this machine: ${installHint(missing, kind !== 'other')}`);
    return;
  }
  for (const { beforeInstall } of missing) beforeInstall?.();
  const packages = missing.flatMap(({ debian }) => debian);
  console.log(`Installing ${packages.join(', ')}. This takes about a minute.`);
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const common = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  const steps = [
    [...common, 'update'],
    [...common, 'install', '-y', '--no-install-recommends', ...packages],
  ];
  for (const args of steps) {
    const ending = await run(context, { command: 'apt-get', args, environment });
    if (ending.code === 0) continue;
    console.log(ending.output.trimEnd().split('\n').slice(-30).join('\n'));
    console.log(`apt-get ${args.join(' ')} failed; see above why.`);
    return;
  }
}
