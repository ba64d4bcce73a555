import { type BundleView, maxFilePartLength } from '#contract/bundle-import.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { plainError, ProblemError } from '#domain/problem.ts';
import { findInstallations } from './find-installation.ts';

/** Base64 takes 4 characters for 3 bytes. */
const partBytes = (maxFilePartLength / 4) * 3;

export interface OpenedBundle {
  readonly fileId: string;
  readonly view: BundleView;
}

export async function openBundle(
  client: HookdeskClient,
  name: string,
  content: Uint8Array,
): Promise<OpenedBundle> {
  const bytes = Buffer.from(content);
  const { fileId } = await client.bundles.beginFile({ name, bytes: bytes.length });
  for (let from = 0; from < bytes.length; from += partBytes) {
    const part = bytes.subarray(from, from + partBytes).toString('base64');
    await client.bundles.addToFile({ fileId, part });
  }
  const opened = await client.bundles.openFile({ fileId });
  if (opened.status === 'read') return { fileId, view: opened.view };
  throw plainError('file-refused', `${name} is encrypted.`, 'Decrypt it with age first.');
}

export interface Targets {
  readonly connectionIds: string[];
  /** Each webhook only for the installation that it comes from. */
  readonly eachToItsSource: boolean;
}

/** The named installations, else those that the bundle comes from. */
export async function targetsOf(
  client: HookdeskClient,
  { view }: OpenedBundle,
  given: readonly string[],
): Promise<Targets> {
  if (given.length > 0) {
    const found = await findInstallations(client, given);
    return { connectionIds: found.map(({ id }) => id), eachToItsSource: false };
  }
  const connectionIds = view.sources.flatMap(({ connectionId }) => connectionId ?? []);
  if (connectionIds.length === view.sources.length && connectionIds.length > 0) {
    return { connectionIds, eachToItsSource: true };
  }
  throw plainError(
    'no-such-connection',
    'The webhooks come from an installation that is not in the list.',
    'Name the installations with --installation.',
  );
}

/** @throws ProblemError when one of them cannot be read */
export async function readLists(
  client: HookdeskClient,
  connectionIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const input = { connectionIds: [...connectionIds] };
  for await (const event of await client.webhooks.listAll(input, { signal })) {
    if (event.state === 'failed') throw new ProblemError(event.problem);
  }
}
