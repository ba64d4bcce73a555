import { type Link, linkTo } from '#domain/link/link.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { goTo } from './place.ts';

/** Goes to the place of a link, as a person would: nothing is changed on an installation. */
export async function openLink(
  link: Link | null,
  workspace: Workspace,
  notices: Notices,
): Promise<void> {
  const { connections } = workspace;
  if (link === null) {
    notices.notify(
      'This link is damaged, or made by a newer version of Hookdesk. Nothing was opened.',
    );
  } else if ('connectionId' in link && connections.find(link.connectionId) === undefined) {
    notices.notify('The installation of this link is not in Hookdesk on this computer.');
  } else if (link.kind !== 'all') {
    await goTo(workspace, linkTo(link).replace('hookdesk:/', '#'));
  } else if (connections.all.length === 0) {
    notices.notify('Add an installation before you open this link.');
  } else {
    workspace.navigation.show('all');
    await workspace.all.searchFor(link.query);
  }
}
