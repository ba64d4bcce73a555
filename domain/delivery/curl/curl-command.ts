import type { DeliveryRequest } from '../delivery-request.ts';
import { notSendable } from '../not-sendable.ts';
import { curlCall } from './curl-call.ts';
import { posixCommand } from './posix.ts';
import { powershellCommand } from './powershell.ts';
import { withSecretsShown } from './secret-variables.ts';

export interface CurlOptions {
  /** Whose quoting: that of sh, bash, zsh and their kin, or that of PowerShell on Windows. */
  readonly shell: 'posix' | 'powershell';
  /** Masked secrets are taken from variables of the environment, without which nothing is sent. */
  readonly secrets: 'masked' | 'shown';
  /** For the whole exchange; 15 until told otherwise. */
  readonly timeoutSeconds?: number;
}

/**
 * A command for a shell that sends a request by means of curl, byte for byte as the preview shows it.
 * For a request that HTTP cannot carry it is a command that says why, and sends nothing.
 */
export function curlCommand(request: DeliveryRequest, options: CurlOptions): string {
  const { shell, secrets, timeoutSeconds = 15 } = options;
  const reason = notSendable(request);
  if (reason !== null) return sayOnly(shell, reason);
  // Half a pair of surrogates is nothing that UTF-8 has; the service sends U+FFFD for it, too.
  const call = curlCall({ ...request, body: request.body.toWellFormed() }, timeoutSeconds);
  const told = secrets === 'shown' ? withSecretsShown(call) : call;
  return shell === 'posix' ? posixCommand(told) : powershellCommand(told);
}

function sayOnly(shell: CurlOptions['shell'], reason: string): string {
  const said = `'Nothing is sent. ${reason.replaceAll(/[^\w .,-]/g, '_')}'`;
  return shell === 'posix' ? `echo ${said} >&2` : `Write-Error ${said}`;
}
