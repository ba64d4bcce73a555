import type { DeliveryRequest } from '../delivery-request.ts';
import { notSendable } from '../not-sendable.ts';
import { curlCall } from './curl-call.ts';
import { posixCommand } from './posix.ts';
import { powershellCommand } from './powershell.ts';
import { revealSecrets } from './secret-variables.ts';

export interface CurlOptions {
  readonly shell: 'posix' | 'powershell';
  readonly secrets: 'masked' | 'shown';
  readonly timeoutSeconds?: number;
}

export function curlCommand(request: DeliveryRequest, options: CurlOptions): string {
  const { shell, secrets, timeoutSeconds = 15 } = options;
  const reason = notSendable(request);
  if (reason !== null) return sayOnly(shell, reason);
  // UTF-8 cannot encode lone surrogates. The service sends U+FFFD for them, too.
  const call = curlCall({ ...request, body: request.body.toWellFormed() }, timeoutSeconds);
  const told = secrets === 'shown' ? revealSecrets(call) : call;
  return shell === 'posix' ? posixCommand(told) : powershellCommand(told);
}

function sayOnly(shell: CurlOptions['shell'], reason: string): string {
  const said = `'Nothing is sent. ${reason.replaceAll(/[^\w .,-]/g, '_')}'`;
  return shell === 'posix' ? `echo ${said} >&2` : `Write-Error ${said}`;
}
