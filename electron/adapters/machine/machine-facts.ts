import { arch, release, type } from 'node:os';
import type { MachineFacts } from '#core/ports.ts';

const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** Only names of proxy variables: their values may contain passwords. */
export function machineFacts(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): MachineFacts {
  // Electron's types promise its version, but the host also runs on Node.
  const versions: Readonly<Record<string, string | undefined>> = process.versions;
  const { electron } = versions;
  return {
    system: `${type()} ${release()}, ${arch()}`,
    runtime: [
      ...(electron === undefined ? [] : [`Electron ${electron}`]),
      `Node ${process.versions.node}`,
    ].join(', '),
    proxyVariables: proxyVariables
      .flatMap((name) => [name, name.toLowerCase()])
      .filter((name) => (environment[name] ?? '') !== ''),
  };
}
