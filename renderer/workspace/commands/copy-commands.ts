import Copy from '@lucide/svelte/icons/copy';
import Link from '@lucide/svelte/icons/link';
import Terminal from '@lucide/svelte/icons/terminal';
import { curlCommand, type CurlOptions } from '#domain/delivery/curl/curl-command.ts';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import { linkTo } from '#domain/link/link.ts';
import { maskedUrl } from '#domain/secrets/masking.ts';
import { sampleRequest } from '../../features/editor/payload/analysis/preview-events.ts';
import type { Notices } from '../../shared/notices.svelte.ts';
import { asGroup, type MenuItem } from '../../ui/menu-item.ts';
import type { Workspace } from '../workspace.svelte.ts';
import type { WebhookTarget } from './webhook-commands.ts';

type Later<Value> = () => Value | Promise<Value>;

/** What a thing has to copy; `null` where it has none. */
export interface CopySource {
  readonly name: string;
  readonly id: number | null;
  readonly url: Later<string> | null;
  readonly request: Later<DeliveryRequest> | null;
  readonly link: string | null;
}

const shells = [
  { shell: 'posix', label: 'Linux, macOS', name: 'Linux and macOS' },
  { shell: 'powershell', label: 'PowerShell', name: 'PowerShell' },
] as const;

async function copy(text: string, notices: Notices, notice: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  notices.notify(notice);
}

export function copyCommands(
  { name, id, url, request, link }: CopySource,
  notices: Notices,
): MenuItem[] {
  const copyItem = (label: string, text: string, notice: string, icon = Copy): MenuItem => ({
    label,
    icon,
    choose: () => void notices.attempt(() => copy(text, notices, notice)),
  });
  const items: (MenuItem | false)[] = [
    name !== '' && copyItem('Copy name', name, 'Name copied'),
    id !== null && copyItem('Copy id', String(id), 'Id copied'),
    url !== null && {
      label: 'Copy URL',
      icon: Copy,
      choose: () =>
        void notices.attempt(async () => {
          const text = await url();
          const hasSecrets = maskedUrl(text) !== text;
          await copy(text, notices, hasSecrets ? 'URL copied, with secrets' : 'URL copied');
        }),
    },
    link !== null && copyItem('Copy link', link, 'Link copied', Link),
  ];
  return asGroup([
    ...items.filter((item) => item !== false),
    ...(request === null ? [] : curlCommands(request, 'masked', notices)),
  ]);
}

export function curlCommands(
  request: Later<DeliveryRequest>,
  secrets: CurlOptions['secrets'],
  notices: Notices,
): MenuItem[] {
  const ending = secrets === 'shown' ? 'with secrets' : 'secrets masked';
  return shells.map(({ shell, label, name }) => ({
    label: `Copy as curl (${label})`,
    icon: Terminal,
    choose: () =>
      void notices.attempt(async () => {
        const command = curlCommand(await request(), { shell, secrets });
        await copy(command, notices, `curl for ${name} copied, ${ending}`);
      }),
  }));
}

/** Links open in the desktop application only. */
export const linkIn = ({ about }: Workspace, place: Parameters<typeof linkTo>[0]): string | null =>
  about?.host === 'desktop' ? linkTo(place) : null;

/** The curl command has the sample values of the installation. */
export function copySourceOf(
  target: Omit<WebhookTarget, 'seen'>,
  workspace: Workspace,
): CopySource {
  const { connectionId, webhookId, name, definition } = target;
  const key = target.draft?.key ?? '';
  const base = webhookId === null ? null : { id: webhookId };
  return {
    name,
    id: webhookId,
    url: async () => (await definition()).url,
    request: async () =>
      sampleRequest(await definition(), { key, base }, workspace.templates.of(connectionId)),
    link:
      webhookId === null ? null : linkIn(workspace, { kind: 'webhook', connectionId, webhookId }),
  };
}
