import type { DeliveryRequest } from '../delivery-request.ts';
import { notSendable } from '../not-sendable.ts';
import { curlCall, withoutSecretMarks } from './curl-call.ts';
import { posixCommand } from './posix.ts';
import { powershellCommand } from './powershell.ts';

export interface CurlOptions {
  readonly shell: 'posix' | 'powershell';
  readonly secrets: 'masked' | 'shown';
  readonly timeoutSeconds?: number;
}

/** A command for a shell that sends the request once. With masked secrets, it reads them from variables. */
export function curlCommand(request: DeliveryRequest, options: CurlOptions): string {
  const { shell, secrets, timeoutSeconds = 15 } = options;
  const reason = notSendable(request);
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
