/**
 * What the person who starts the service should know about who can reach it; `null` where only this
 * machine can, or it is not open to everybody.
 */
export function exposure(host: string, { open }: { open: boolean }): string | null {
  if (!open || /^(127\.[0-9.]+|::1|localhost)$/.test(host)) return null;
  return `Everybody who can reach ${host} can read and change the webhooks: no auth token is asked for.`;
}
