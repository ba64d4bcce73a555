import { createContext } from 'svelte';
import type { Host } from '../platform/host.ts';
import { setExports } from '../features/bundles/exporting/bundle-export.svelte.ts';
import { setImports } from '../features/bundles/importing/file-import.svelte.ts';
import { setChangeNotifications } from '../features/changes/change-notifications.ts';
import { setPauseNotifications } from '../features/pausing/pause-notifications.ts';
import { setChanges } from '../features/changes/changes.svelte.ts';
import { setCompare } from '../features/compare/compare.svelte.ts';
import { setEditor } from '../features/editor/editor.svelte.ts';
import { setTemplates } from '../features/editor/payload/template-memory.svelte.ts';
import { setHistory } from '../features/history/history.svelte.ts';
import { setLists } from '../features/list/webhook-list.svelte.ts';
import { setPlanNotifications } from '../features/plan/plan-notifications.ts';
import { setPlans } from '../features/plan/plans.svelte.ts';
import { setRotation } from '../features/rotate/value-search.svelte.ts';
import { setAllWebhooks } from '../features/search/all-webhooks.svelte.ts';
import { setUpdates } from '../features/settings/updates.svelte.ts';
import { setDrafts } from '../shared/drafts/drafts.svelte.ts';
import { setConnections } from '../shared/installations/connections.svelte.ts';
import { setReadings } from '../shared/installations/installation-readings.svelte.ts';
import { setSessions } from '../shared/installations/sessions.svelte.ts';
import { setNotices } from '../shared/notices.svelte.ts';
import { setPauses } from '../shared/pauses/pauses.svelte.ts';
import { setPreferences } from '../shared/preferences.svelte.ts';
import { setVault } from '../shared/secrets/vault.svelte.ts';
import { setNavigation } from './navigation.svelte.ts';
import type { OpenDialogs } from './open-dialogs.svelte.ts';
import type { Workspace } from './workspace.svelte.ts';

export { getNotices } from '../shared/notices.svelte.ts';

const [getWorkspace, setWorkspace] = createContext<Workspace>();
/** What runs the window. */
const [getProgram, setProgram] = createContext<Pick<Workspace, 'about'>>();

export { getProgram, getWorkspace };
export const [getHost, setHost] = createContext<Host>();
export const [getDialogs, setDialogs] = createContext<OpenDialogs>();

/** Gives components the parts of the workspace, each in a context of its own. */
export function provide(workspace: Workspace): Workspace {
  setWorkspace(workspace);
  setProgram(workspace);
  setNotices(workspace.notices);
  setNavigation(workspace.navigation);
  setConnections(workspace.connections);
  setReadings(workspace.readings);
  setSessions(workspace.sessions);
  setPauses(workspace.pauses);
  setChanges(workspace.changes);
  setChangeNotifications(workspace.changeNotifications);
  setPauseNotifications(workspace.pauseNotifications);
  setDrafts(workspace.drafts);
  setPreferences(workspace.preferences);
  setVault(workspace.vault);
  setEditor(workspace.editor);
  setTemplates(workspace.templates);
  setLists(workspace.lists);
  setAllWebhooks(workspace.all);
  setHistory(workspace.history);
  setPlans(workspace.plans);
  setPlanNotifications(workspace.planNotifications);
  setImports(workspace.imports);
  setExports(workspace.exports);
  setCompare(workspace.compare);
  setRotation(workspace.rotation);
  setUpdates(workspace.updates);
  return workspace;
}
