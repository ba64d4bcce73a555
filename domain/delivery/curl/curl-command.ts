import type { DeliveryRequest } from '../delivery-request.ts';
import { whyNotSendable } from '../why-not-sendable.ts';
import { curlCall, withoutSecretMarks } from './curl-call.ts';
import { posixCommand } from './posix.ts';
import { powershellCommand } from './powershell.ts';

export interface CurlOptions {
  readonly shell: 'posix' | 'powershell';
  /** `masked`: the command reads each secret from a variable; see `secretVariables`. */
  readonly secrets: 'masked' | 'shown';
  /** Of the whole transfer. Without it, as long as a test send waits. */
  readonly timeoutSeconds?: number;
}

/** A command for a shell that sends the request once, or prints why HTTP cannot carry it. */
export function curlCommand(request: DeliveryRequest, options: CurlOptions): string {
  const { shell, secrets, timeoutSeconds = 15 } = options;
  const reason = whyNotSendable(request);
  if (reason !== null) return printReason(shell, reason);
  // UTF-8 cannot encode lone surrogates. The monitoring product sends U+FFFD for them, too.
  const call = curlCall({ ...request, body: request.body.toWellFormed() }, timeoutSeconds);
  const callToPrint = secrets === 'shown' ? withoutSecretMarks(call) : call;
  return shell === 'posix' ? posixCommand(callToPrint) : powershellCommand(callToPrint);
}

function printReason(shell: CurlOptions['shell'], reason: string): string {
  // No character that a shell expands.
  const words = `'Nothing is sent. ${reason.replaceAll(/[^\w .,-]/g, '_')}'`;
  return shell === 'posix' ? `echo ${words} >&2` : `Write-Error ${words}`;
}
