import { arch, release, type } from 'node:os';
import type { MachineFacts } from '#core/ports.ts';

const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY'];

/** Only names of proxy variables: their values may contain passwords. */
export function machineFacts(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv,
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
    // The AppImage adds the option where the system has no user namespaces; Electron reads the variable.
    withoutSandbox:
      args.includes('--no-sandbox') || environment.ELECTRON_DISABLE_SANDBOX !== undefined,
  };
}
