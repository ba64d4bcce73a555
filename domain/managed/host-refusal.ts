import { plainProblem, type Problem } from '../problem.ts';
import { matchesHost } from './host-pattern.ts';
import type { Managed } from './managed-settings.ts';

/** `null` when Hookdesk may send requests to the host of this address. */
export function hostRefusal(managed: Managed, url: URL): Problem | null {
  if (managed.kind === 'none') return null;
  const { file } = managed;
  if (managed.kind === 'refused') {
    return plainProblem('host-not-allowed', managed.message, managed.advice, { File: file });
  }
  const { allowedHosts } = managed.settings;
  if (allowedHosts?.some((pattern) => matchesHost(pattern, url.hostname)) !== false) return null;
  return plainProblem(
    'host-not-allowed',
    `Your organisation does not allow Hookdesk to contact ${url.hostname}.`,
    'Nothing was sent. Check the address, or ask your administrator to allow this host.',
    { 'Allowed hosts': allowedHosts.join(', '), 'Managed settings': file },
  );
}
