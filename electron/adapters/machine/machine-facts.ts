import { arch, release, type } from 'node:os';
import type { MachineFacts } from '#core/ports.ts';

const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** What this machine is, and whether its environment names a proxy; not which: that may hold a password. */
export function machineFacts(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): MachineFacts {
  const { electron, node } = process.versions;
  return {
    system: `${type()} ${release()}, ${arch()}`,
    runtime: [...(electron === undefined ? [] : [`Electron ${electron}`]), `Node ${node}`].join(
      ', ',
    ),
    proxyVariables: proxyVariables
      .flatMap((name) => [name, name.toLowerCase()])
      .filter((name) => (environment[name] ?? '') !== ''),
  };
}
