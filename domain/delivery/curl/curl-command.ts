import type { DeliveryRequest } from '../delivery-request.ts';

export interface CurlOptions {
  /** Whose quoting: that of sh, bash, zsh and their kin, or that of PowerShell on Windows. */
  readonly shell: 'posix' | 'powershell';
  /** Masked secrets are taken from variables of the environment, without which nothing is sent. */
  readonly secrets: 'masked' | 'shown';
  /** For the whole exchange; 15 until told otherwise. */
  readonly timeoutSeconds?: number;
}

/** A command for a shell that sends a request by means of curl. */
export function curlCommand(request: DeliveryRequest, options: CurlOptions): string {
  return `curl --max-time ${options.timeoutSeconds ?? 15} --url '${request.url}'`;
}
