import { implement, type Router } from '@orpc/server';
import { contract } from '#contract/index.ts';
import type { LinkEvent } from '#contract/links.ts';
import type { VaultState } from '#contract/vault.ts';
import {
  notingCertificates,
  seeCertificate,
  trustCertificate,
} from './connections/certificates.ts';
import type { Exports } from './bundles/exporting/exports.ts';
import { exportHandlers } from './bundles/exporting/handlers.ts';
import { importHandlers } from './bundles/importing/handlers.ts';
import type { Importing } from './bundles/importing/importing.ts';
import type { Comparisons } from './comparison/comparisons.ts';
import { comparisonHandlers } from './comparison/handlers.ts';
import type { Connections } from './connections/connections.ts';
import { previewConnectionRemoval } from './connection-removal.ts';
import { testConnection } from './connections/test-connection.ts';
import { exportConnections, importConnections, previewImport } from './connections/transfer.ts';
import { resolveCandidate } from './connections/connection-candidate.ts';
import { diagnosticsOf } from './diagnostics/diagnostics.ts';
import { showLog } from './diagnostics/show-log.ts';
import { RecentProblems } from './diagnostics/recent-problems.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Installations } from './installations/client.ts';
import { readMany } from './installations/read-many.ts';
import { detect } from './detection/detect.ts';
import { searchFor } from './detection/search.ts';
import { journalHandlers } from './journal/handlers.ts';
import type { Journal } from './journal/journal.ts';
import type { Ports } from './ports.ts';
import { startPractice } from './practice/start-practice.ts';
import { PracticeAlerts } from './practice/practice-alerts.ts';
import { editManyHandlers } from './publishing/plans/edit-preview.ts';
import { planHandlers } from './publishing/plans/handlers.ts';
import type { Plans } from './publishing/plans/plans.ts';
import { previewPublish, publish, removeWebhook } from './publishing/publish.ts';
import type { Intents } from './publishing/intents.ts';
import type { Reconciler } from './publishing/reconcile.ts';
import { rotationHandlers } from './rotation/handlers.ts';
import type { Rotations } from './rotation/rotations.ts';
import { isStream } from './report-unexpected.ts';
import { asRpcError, withRpcErrors } from './rpc-problems.ts';
import { searchHandlers } from './search/handlers.ts';
import type { Searches } from './search/searches.ts';
import { secretsToEnter, type Sessions } from './installations/sessions.ts';
import type { Shutdown } from './shutdown/shutdown.ts';
import type { Updates } from './updates/updates.ts';
import type { WindowCommands } from './window-commands.ts';
import type { Templates } from './templates/templates.ts';
import { TestSends } from './test-send/test-sends.ts';
import { readReceived, watchReceiver } from './test-send/watching.ts';
import { coverageOfAll } from './installations/coverage-of-all.ts';
import { remoteMarkDetails, leadsToTheSame } from './installations/remote-changes.ts';
import { lastList, listWebhooks } from './installations/list-webhooks.ts';
import type { SnapshotPersistence } from './installations/snapshot-persistence.ts';
import type { Snapshots } from './installations/snapshots.ts';

export interface About {
  readonly version: string;
  readonly host: 'desktop' | 'web';
  readonly dataFolder: string;
  readonly notices: readonly string[];
}

export interface UseCases {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly sessions: Sessions;
  readonly drafts: Drafts;
  readonly journal: Journal;
  readonly snapshots: Snapshots;
  readonly snapshotPersistence: SnapshotPersistence;
  readonly plans: Plans;
  readonly comparisons: Comparisons;
  readonly rotations: Rotations;
  readonly reconciler: Reconciler;
  readonly intents: Intents;
  readonly importing: Importing;
  readonly exports: Exports;
  readonly searches: Searches;
  readonly templates: Templates;
  readonly shutdown: Shutdown;
  readonly windowCommands: WindowCommands;
  readonly updates: Updates;
}

export function createRouter(useCases: UseCases, about: About): HookdeskRouter {
  const { ports, connections, installations, sessions, drafts, journal, snapshots } = useCases;
  const { snapshotPersistence, plans, reconciler, importing, exports, templates, shutdown } =
    useCases;
  const { windowCommands, comparisons, updates } = useCases;
  const practiceAlerts = new PracticeAlerts(ports, connections);
  const testSends = new TestSends(ports, connections);

  const recent = new RecentProblems(() => ports.clock.now());

  const os = implement(contract).use(async ({ next, path }) => {
    const procedure = path.join('.');
    try {
      const result = await next();
      return isStream(result.output)
        ? { ...result, output: recent.watched(procedure, result.output) }
        : result;
    } catch (error) {
      recent.noteError(procedure, error);
      throw asRpcError(error);
    }
  });

  const vaultAfter = async (work: Promise<void>): Promise<VaultState> => {
    await work;
    return ports.vault.state();
  };

  async function* linkEvents(signal?: AbortSignal): AsyncGenerator<LinkEvent, void, void> {
    for await (const link of ports.linksToOpen.take(signal)) yield { link };
  }

  return os.router({
    app: {
      about: os.app.about.handler(() => ({
        ...about,
        notices: [...about.notices],
        log: ports.supportFiles.log,
        showsLog: ports.supportFiles.showLog !== null,
      })),
      diagnostics: os.app.diagnostics.handler(() =>
        diagnosticsOf(ports, connections, about, recent),
      ),
      showLog: os.app.showLog.handler(() => {
        showLog(ports.supportFiles);
      }),
      openExternal: os.app.openExternal.handler(({ input }) => ports.openExternal(input.url)),
      watchShutdown: os.app.watchShutdown.handler(({ signal }) =>
        withRpcErrors(shutdown.watch(signal)),
      ),
      reportSaved: os.app.reportSaved.handler(({ input }) => {
        shutdown.report(input);
      }),
      reportCommands: os.app.reportCommands.handler(({ input }) => {
        windowCommands.report(input.commands);
      }),
      watchCommands: os.app.watchCommands.handler(({ signal }) =>
        withRpcErrors(windowCommands.watch(signal)),
      ),
      watchLinks: os.app.watchLinks.handler(({ signal }) => withRpcErrors(linkEvents(signal))),
    },
    settings: {
      read: os.settings.read.handler(() => ports.settings.settings()),
      change: os.settings.change.handler(({ input }) => {
        const next = { ...ports.settings.settings(), ...input };
        ports.settings.saveSettings(next);
        return next;
      }),
    },
    connections: {
      list: os.connections.list.handler(() => connections.list()),
      add: os.connections.add.handler(async ({ input }) => {
        const view = await connections.add(input.settings, input.secrets);
        sessions.changed(view.id, secretsToEnter(input.secrets));
        return view;
      }),
      change: os.connections.change.handler(async ({ input }) => {
        const { connectionId, settings, secrets, forget } = input;
        const before = connections.find(connectionId);
        const view = await connections.change(connectionId, settings, secrets, forget);
        sessions.changed(connectionId, secretsToEnter(secrets, forget));
        if (!leadsToTheSame(before, view)) {
          await snapshotPersistence.forget(connectionId);
          await importing.remembered.forgetAll(connectionId);
        }
        return view;
      }),
      duplicate: os.connections.duplicate.handler(async ({ input }) => {
        const view = await connections.duplicate(input.connectionId, input.withSecrets);
        sessions.changed(view.id, 'same');
        return view;
      }),
      reorder: os.connections.reorder.handler(({ input }) =>
        connections.reorder(input.connectionIds),
      ),
      removalPreview: os.connections.removalPreview.handler(({ input }) => ({
        ...previewConnectionRemoval(ports, connections, journal, input.connectionId),
        bundleValues: importing.remembered.has(input.connectionId),
      })),
      remove: os.connections.remove.handler(async ({ input }) => {
        await connections.remove(input.connectionId);
        journal.reportState();
        sessions.removed(input.connectionId);
        await snapshotPersistence.forget(input.connectionId);
        await importing.remembered.forgetAll(input.connectionId);
        testSends.forget(input.connectionId);
        await drafts.forget(input.connectionId);
        templates.forget(input.connectionId);
      }),
      test: os.connections.test.handler(async ({ input, signal }) => {
        const candidate = await resolveCandidate(connections, input);
        const steps = testConnection(ports, candidate, signal);
        return withRpcErrors(notingCertificates(steps, connections, candidate.address.baseUrl));
      }),
      seeCertificate: os.connections.seeCertificate.handler(({ input, signal }) =>
        seeCertificate(ports.probe, connections, input, signal),
      ),
      trustCertificate: os.connections.trustCertificate.handler(({ input, signal }) =>
        trustCertificate(ports.probe, connections, input, signal),
      ),
      export: os.connections.export.handler(({ input }) =>
        exportConnections(connections, input.connectionIds),
      ),
      previewImport: os.connections.previewImport.handler(({ input }) =>
        previewImport(connections, input.text),
      ),
      import: os.connections.import.handler(({ input }) => {
        const views = importConnections(connections, input.text, input.indices);
        for (const { id } of views) sessions.changed(id, 'same');
        return views;
      }),
    },
    sessions: {
      watch: os.sessions.watch.handler(({ signal }) => withRpcErrors(sessions.watch(signal))),
      signOut: os.sessions.signOut.handler(({ input, signal }) =>
        sessions.signOut(input.connectionId, signal),
      ),
      giveToken: os.sessions.giveToken.handler(({ input }) =>
        sessions.giveToken(input.connectionId, input.authToken),
      ),
    },
    vault: {
      state: os.vault.state.handler(() => ports.vault.state()),
      watch: os.vault.watch.handler(({ signal }) => withRpcErrors(ports.vault.watch(signal))),
      unlock: os.vault.unlock.handler(({ input }) =>
        vaultAfter(ports.vault.unlock(input.passphrase)),
      ),
      lock: os.vault.lock.handler(() => {
        ports.vault.lock();
        return ports.vault.state();
      }),
      choose: os.vault.choose.handler(({ input }) => vaultAfter(ports.vault.choose(input))),
      changePassphrase: os.vault.changePassphrase.handler(({ input }) =>
        vaultAfter(ports.vault.changePassphrase(input.old, input.new)),
      ),
      autoLock: os.vault.autoLock.handler(({ input }) =>
        vaultAfter(ports.vault.setAutoLock(input.minutes)),
      ),
      retry: os.vault.retry.handler(() => vaultAfter(ports.vault.retry())),
      startAnew: os.vault.startAnew.handler(() => vaultAfter(ports.vault.startAnew())),
    },
    detection: {
      detect: os.detection.detect.handler(async ({ input, signal }) =>
        withRpcErrors(detect(ports, await searchFor(connections, input), signal)),
      ),
    },
    practice: {
      start: os.practice.start.handler(async ({ input }) => {
        const views = await startPractice(ports, connections, input.ids);
        for (const { id } of views) sessions.changed(id, 'same');
        return views;
      }),
      overview: os.practice.overview.handler(({ input, signal }) =>
        practiceAlerts.overview(input.connectionId, signal),
      ),
      raise: os.practice.raise.handler(({ input }) =>
        practiceAlerts.raise(input.connectionId, input.event, input.values),
      ),
      deliveries: os.practice.deliveries.handler(({ input, signal }) =>
        practiceAlerts.deliveries(input.connectionId, signal),
      ),
      delivery: os.practice.delivery.handler(({ input, signal }) =>
        practiceAlerts.delivery(input.connectionId, input.deliveryId, signal),
      ),
      clearDeliveries: os.practice.clearDeliveries.handler(({ input }) =>
        practiceAlerts.clearDeliveries(input.connectionId),
      ),
    },
    webhooks: {
      list: os.webhooks.list.handler(({ input, signal }) =>
        withRpcErrors(listWebhooks(ports, installations, input.connectionId, signal)),
      ),
      listAll: os.webhooks.listAll.handler(({ input, signal }) =>
        withRpcErrors(readMany(installations, input.connectionIds, signal)),
      ),
      search: os.webhooks.search.handler(async ({ input }) => {
        await snapshotPersistence.load(input.connectionId);
        return snapshots.filter(input.connectionId, input.text);
      }),
      read: os.webhooks.read.handler(async ({ input, signal }) => {
        const client = await installations.open(input.connectionId);
        return client.read(input.webhookId, { signal });
      }),
    },
    snapshots: {
      last: os.snapshots.last.handler(({ input }) =>
        withRpcErrors(lastList(ports, snapshots, snapshotPersistence, input.connectionId)),
      ),
      read: os.snapshots.read.handler(async ({ input }) => {
        await snapshotPersistence.load(input.connectionId);
        const found = snapshots.find(input.connectionId, input.key);
        return found ?? { webhook: null, readAt: null };
      }),
      watch: os.snapshots.watch.handler(({ input, signal }) =>
        withRpcErrors(snapshotPersistence.watch(input.connectionId, signal)),
      ),
      change: os.snapshots.change.handler(({ input }) => remoteMarkDetails(snapshots, input)),
      seen: os.snapshots.seen.handler(({ input }) => {
        snapshots.dismissMarks(input.connectionId, input.marks);
      }),
    },
    search: searchHandlers(useCases.searches),
    publishing: {
      preview: os.publishing.preview.handler(({ input }) => previewPublish(installations, input)),
      publish: os.publishing.publish.handler(({ input, signal }) =>
        withRpcErrors(
          connections.uses.stepsWhilePublishing(
            drafts.find(input.draftId).connectionId ?? '',
            publish(useCases, input, signal),
          ),
        ),
      ),
      previewRemoval: os.publishing.previewRemoval.handler(({ input }) =>
        installations.describe(input.connectionId, { action: 'delete', id: input.webhookId }),
      ),
      remove: os.publishing.remove.handler(async ({ input }) => {
        await connections.uses.whilePublishing(input.connectionId, () =>
          removeWebhook(useCases, input),
        );
        templates.forgetWebhook(input.connectionId, input.base.id);
      }),
    },
    drafts: {
      watch: os.drafts.watch.handler(({ signal }) => withRpcErrors(drafts.watch(signal))),
      save: os.drafts.save.handler(({ input }) => drafts.save(input)),
      remove: os.drafts.remove.handler(({ input }) => drafts.remove(input)),
      move: os.drafts.move.handler(({ input }) => {
        return drafts.move(input.draftId, connections.findWritable(input.connectionId));
      }),
      startAnew: os.drafts.startAnew.handler(() => drafts.startAnew()),
    },
    bundles: { ...importHandlers(importing), ...exportHandlers(exports) },
    plans: planHandlers(plans),
    editMany: editManyHandlers(useCases),
    comparisons: comparisonHandlers(comparisons),
    coverage: {
      ofAll: os.coverage.ofAll.handler(() => withRpcErrors(coverageOfAll(useCases))),
    },
    rotation: rotationHandlers(useCases.rotations, (planId) => plans.runs.rotated(planId)),
    journal: journalHandlers(journal, () => reconciler.reconcileAll(), connections),
    templates: {
      memory: os.templates.memory.handler(({ input }) => templates.memory(input.connectionId)),
      saveSamples: os.templates.saveSamples.handler(({ input }) => {
        templates.saveSamples(input.connectionId, input.webhookId, input.edits);
      }),
      saveOwnTokens: os.templates.saveOwnTokens.handler(({ input }) => {
        templates.saveOwnTokens(input.connectionId, input.tokens);
      }),
      chooseRules: os.templates.chooseRules.handler(({ input }) => {
        templates.chooseRules(input.connectionId, input.rules);
      }),
    },
    testSends: {
      send: os.testSends.send.handler(({ input, signal }) => testSends.send(input, signal)),
      list: os.testSends.list.handler(({ input }) => testSends.list(input.connectionId)),
    },
    receiver: {
      watch: os.receiver.watch.handler(({ signal }) =>
        withRpcErrors(watchReceiver(ports.receiver, signal)),
      ),
      start: os.receiver.start.handler(() => ports.receiver.start()),
      stop: os.receiver.stop.handler(() => ports.receiver.stop()),
      answerWith: os.receiver.answerWith.handler(({ input }) =>
        ports.receiver.answerWith(input.status),
      ),
      read: os.receiver.read.handler(({ input }) => readReceived(ports.receiver, input.receivedId)),
      clear: os.receiver.clear.handler(() => ports.receiver.clear()),
    },
    updates: {
      watch: os.updates.watch.handler(({ signal }) => withRpcErrors(updates.watch(signal))),
      check: os.updates.check.handler(() => updates.check()),
      download: os.updates.download.handler(() => {
        // It takes minutes, and outlives the window that asks for it.
        void updates.download();
      }),
      cancel: os.updates.cancel.handler(() => {
        updates.cancel();
      }),
      install: os.updates.install.handler(() => {
        updates.install();
      }),
    },
  });
}

/** Explicit, because the inferred type is too long for a declaration file. */
export type HookdeskRouter = Router<typeof contract, object>;
