import type { Managed } from '#domain/managed/managed-settings.ts';
import { plainError } from '#domain/problem.ts';

/** @throws ProblemError('refused') if an administrator turned the web host off, or may have done so */
export function refuseManaged(managed: Managed): void {
  if (managed.kind === 'refused') {
    throw plainError(
      'refused',
      managed.message,
      'Hookdesk in the browser does not start, because this file may turn it off. Ask your administrator to correct it.',
    );
  }
  if (managed.kind === 'set' && managed.settings.webHost === 'off') {
    throw plainError(
      'refused',
      `Your organisation turned off Hookdesk in the browser (${managed.file}).`,
      'Start the desktop application instead, or ask your administrator.',
    );
  }
}
