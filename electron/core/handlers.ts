import type { HostName, LinkEvent } from '#contract/app.ts';
import type { JournalState } from '#contract/journal.ts';
import type { VaultState } from '#contract/vault.ts';
import { noteCertificates, readCertificate, trustCertificate } from './connections/certificates.ts';
import { importAsDrafts } from './bundles/importing/import-as-drafts.ts';
import {
  addConnection,
  changeConnection,
  previewConnectionRemoval,
  removeConnection,
  withoutRemoved,
} from './connection-lifecycle.ts';
import { testConnection } from './connections/test-connection.ts';
import { exportConnections, importConnections, previewImport } from './connections/transfer.ts';
import { resolveCandidate } from './connections/connection-candidate.ts';
import { diagnosticsOf, type RecentProblems } from './diagnostics/diagnostics.ts';
import { refusedError } from './problems.ts';
import { lastList, listWebhooks, readMany } from './installations/list-webhooks.ts';
import { detect } from './detection/detect.ts';
import { detectionTarget } from './detection/address-candidates.ts';
import { decideCreate } from './publishing/decide-create.ts';
import { practiceTarget, startPractice } from './practice/practice.ts';
import { countEdited, editedRows } from './publishing/plans/edited-webhooks.ts';
import type { UseCases } from './use-cases.ts';
import { previewPublish, publish, removeWebhook } from './publishing/publish.ts';
import type { Handlers } from './router.ts';
import { readReceived, watchReceiver } from './test-send/test-sends.ts';
import { coverageOfAll } from './installations/coverage-of-all.ts';
import { remoteMarkDetails } from './installations/change-since-seen.ts';

/** This host, as it describes itself to windows. */
export interface About {
  readonly version: string;
  readonly host: HostName;
  readonly dataFolder: string;
  readonly notices: readonly string[];
}

/** Serves every procedure of the contract: each calls the use case that decides. */
export function createHandlers(useCases: UseCases, about: About, recent: RecentProblems): Handlers {
  const { ports, connections, installations, sessions, drafts, journal, snapshots } = useCases;
  const { snapshotPersistence, plans, pauses, reconciler, exports, templates } = useCases;
  const { windowCommands, comparisons, updates, rotations, searches, shutdown, testSends } =
    useCases;
  const { recents, windowSettings, pauseClock, watching, watchClock, inbox } = useCases;
  const { files, remembered } = useCases;
  const { practice } = ports;
  const targetOf = (connectionId: string) => practiceTarget(connections, connectionId);

  const vaultAfter = async (work: Promise<void>): Promise<VaultState> => {
    await work;
    return ports.vault.state();
  };

  async function* linkEvents(signal?: AbortSignal): AsyncGenerator<LinkEvent, void, void> {
    for await (const link of ports.linksToOpen.take(signal)) yield { link };
  }

  async function* journalStates(signal?: AbortSignal): AsyncGenerator<JournalState, void, void> {
    for await (const state of journal.watch(signal)) yield withoutRemoved(useCases, state);
  }

  return {
    app: {
      about: () => ({
        ...about,
        notices: [...about.notices],
        log: ports.machine.log,
        showsLog: ports.machine.showLog !== null,
        withoutSandbox: about.host === 'desktop' && ports.machine.withoutSandbox,
        managed: ports.managed,
      }),
      diagnostics: () => diagnosticsOf(ports, connections, about, recent),
      showLog: () => {
        const { log, showLog } = ports.machine;
        if (showLog === null) {
          throw refusedError('This host cannot show files.', `Open the log yourself: ${log}.`);
        }
        showLog();
      },
      openExternal: ({ url }) => ports.openExternal(url),
      watchShutdown: (_input, signal) => shutdown.watch(signal),
      reportSaved: (input) => {
        shutdown.report(input);
      },
      reportCommands: ({ commands }) => {
        windowCommands.report(commands);
      },
      watchCommands: (_input, signal) => windowCommands.watch(signal),
      watchLinks: (_input, signal) => linkEvents(signal),
    },
    settings: {
      read: () => ports.settings.settings(),
      change: (input) => windowSettings.change(input),
      watchSavedSearches: (_input, signal) => windowSettings.watchSavedSearches(signal),
    },
    connections: {
      list: () => connections.list(),
      watch: (_input, signal) => connections.watch(signal),
      add: (input) => addConnection(useCases, input),
      change: (input) => changeConnection(useCases, input),
      duplicate: async ({ connectionId, withSecrets }) => {
        const view = await connections.duplicate(connectionId, withSecrets);
        sessions.followConnection(view.id, 'same');
        return view;
      },
      reorder: ({ connectionIds }) => connections.reorder(connectionIds),
      removalPreview: ({ connectionId }) => previewConnectionRemoval(useCases, connectionId),
      remove: ({ connectionId }) => removeConnection(useCases, connectionId),
      test: async (input, signal) => {
        const candidate = await resolveCandidate(connections, input);
        const steps = testConnection(ports, candidate, signal);
        return noteCertificates(steps, connections, candidate.address.baseUrl);
      },
      seeCertificate: (input, signal) => readCertificate(ports.probe, connections, input, signal),
      trustCertificate: (input, signal) =>
        trustCertificate(ports.probe, connections, input, signal),
      watchSecretAddresses: (_input, signal) => connections.owned.watchOlder(ports.vault, signal),
      confirmSecretAddresses: () => connections.owned.confirmOlder(),
      export: ({ connectionIds }) => exportConnections(connections, connectionIds),
      previewImport: ({ text }) => previewImport(connections, text),
      import: ({ text, indices }) => {
        const views = importConnections(connections, text, indices);
        for (const { id } of views) sessions.followConnection(id, 'same');
        return views;
      },
    },
    sessions: {
      watch: (_input, signal) => sessions.watch(signal),
      signOut: ({ connectionId }, signal) => sessions.signOut(connectionId, signal),
      giveToken: ({ connectionId, authToken }) => sessions.giveToken(connectionId, authToken),
    },
    vault: {
      state: () => ports.vault.state(),
      watch: (_input, signal) => ports.vault.watch(signal),
      unlock: ({ passphrase }) => vaultAfter(ports.vault.unlock(passphrase)),
      lock: () => {
        ports.vault.lock();
        return ports.vault.state();
      },
      noteUse: () => {
        ports.vault.noteUse();
      },
      choose: (input) => vaultAfter(ports.vault.choose(input)),
      changePassphrase: (input) => vaultAfter(ports.vault.changePassphrase(input.old, input.new)),
      autoLock: ({ minutes }) => vaultAfter(ports.vault.setAutoLock(minutes)),
      retry: () => vaultAfter(ports.vault.retry()),
      startAnew: () => vaultAfter(ports.vault.startAnew()),
    },
    detection: {
      detect: async (input, signal) =>
        detect(ports, await detectionTarget(connections, input), signal),
    },
    practice: {
      start: async ({ ids }) => {
        const views = await startPractice(ports, connections, ids);
        for (const { id } of views) sessions.followConnection(id, 'same');
        return views;
      },
      overview: async ({ connectionId }, signal) =>
        practice.overview(await targetOf(connectionId), signal),
      raise: async ({ connectionId, event, values }) =>
        practice.raise(await targetOf(connectionId), event, values),
      changeWebhooks: async ({ connectionId }) =>
        practice.changeWebhooks(await targetOf(connectionId)),
      deliveries: async ({ connectionId }, signal) =>
        practice.deliveries(await targetOf(connectionId), signal),
      delivery: async ({ connectionId, deliveryId }, signal) =>
        practice.delivery(await targetOf(connectionId), deliveryId, signal),
      clearDeliveries: async ({ connectionId }) => practice.clear(await targetOf(connectionId)),
    },
    webhooks: {
      list: ({ connectionId }, signal) => listWebhooks(ports, installations, connectionId, signal),
      listAll: ({ connectionIds }, signal) => readMany(installations, connectionIds, signal),
      filter: async ({ connectionId, text }) => {
        await snapshotPersistence.load(connectionId);
        return snapshots.filter(connectionId, text);
      },
      read: async ({ connectionId, webhookId }, signal) => {
        const client = await installations.open(connectionId);
        return client.read(webhookId, { signal });
      },
    },
    snapshots: {
      last: ({ connectionId }) => lastList(ports, snapshotPersistence, connectionId),
      read: async ({ connectionId, key }) => {
        await snapshotPersistence.load(connectionId);
        const found = snapshots.find(connectionId, key);
        return found ?? { webhook: null, readAt: null };
      },
      watch: ({ connectionId }, signal) => snapshotPersistence.watch(connectionId, signal),
      change: (input) => remoteMarkDetails(snapshots, input),
      seen: ({ connectionId, marks }) => {
        snapshots.dismissMarks(connectionId, marks);
      },
    },
    search: {
      open: ({ text, sort }, signal) => searches.open(text, sort, signal),
      rows: ({ searchId, from, count }) => ({ rows: searches.rows(searchId, from, count) }),
      indexOf: ({ searchId, connectionId, key }) => ({
        index: searches.indexOf(searchId, connectionId, key),
      }),
      selection: ({ searchId, except }, signal) => searches.selection(searchId, except, signal),
      checkSelection: ({ searchId, selection }, signal) =>
        searches.checkSelection(searchId, selection, signal),
      values: ({ term, text }, signal) => searches.values(term, text, signal),
      close: ({ searchId }) => {
        searches.close(searchId);
      },
      watch: (_input, signal) => searches.watch(signal),
    },
    recent: {
      read: () => recents.read(),
      noteWebhook: ({ connectionId, webhookId }) => {
        recents.noteWebhook(connectionId, webhookId);
      },
      noteSearch: ({ text }) => recents.noteSearch(text),
      openFile: ({ path }) => recents.openFile(path),
      clear: () => {
        recents.clear();
      },
    },
    publishing: {
      preview: (input) => previewPublish(useCases, input),
      publish: (input, signal) => publish(useCases, input, signal),
      decideCreate: (input) => decideCreate(useCases, input),
      previewRemoval: ({ connectionId, webhookId }) =>
        installations.describe(connectionId, { action: 'delete', id: webhookId }),
      remove: async (input) => {
        await removeWebhook(useCases, input);
        templates.forgetWebhook(input.connectionId, input.base.id);
      },
    },
    drafts: {
      watch: (_input, signal) => drafts.watch(signal),
      save: (input) => drafts.save(input),
      remove: (input) => drafts.remove(input),
      move: ({ draftId, connectionId }) =>
        drafts.move(draftId, connections.findWritable(connectionId)),
      startAnew: () => drafts.startAnew(),
    },
    bundles: {
      beginFile: ({ name, bytes, parts }) => files.begin(name, bytes, parts),
      addToFile: ({ fileId, part }) => files.add(fileId, part),
      openFile: ({ fileId }) => files.open(fileId),
      unlockFile: ({ fileId, passphrase }, signal) => files.unlock(fileId, passphrase, signal),
      fileRows: ({ fileId }) => files.rows(fileId),
      forgetFile: ({ fileId }) => files.forget(fileId),
      filesToOpen: (_input, signal) => files.offered(signal),
      toDrafts: ({ fileId, connectionId, keys }) =>
        importAsDrafts(useCases, fileId, connectionId, keys),
      remembered: ({ connectionId }) => remembered.names(connectionId),
      forgetRemembered: (input) => remembered.forget(input.connectionId, input),
      prepareExport: (input, signal) => exports.prepare(input, signal),
      exportSecret: ({ exportId, name }) => exports.secret(exportId, name),
      plainTexts: ({ exportId }, signal) => exports.plainTexts(exportId, signal),
      markSecret: ({ exportId, mark }, signal) => exports.mark(exportId, mark, signal),
      unmarkSecret: ({ exportId, name }, signal) => exports.unmark(exportId, name, signal),
      writeExport: (input, signal) => exports.write(input, signal),
      forgetExport: ({ exportId }) => exports.forget(exportId),
    },
    plans: {
      prepare: (input, signal) => plans.prepare(input, signal),
      row: ({ planId, key, secretsShown }) => plans.row(planId, key, secretsShown),
      rows: ({ planId }) => plans.rows(planId),
      findings: ({ planId }, signal) => plans.findings(planId, signal),
      answer: ({ planId, answers }) => plans.answer(planId, answers),
      giveSecret: (input) => plans.giveSecret(input.planId, input.connectionId, input),
      withdrawSecret: (input) => plans.withdrawSecret(input.planId, input.connectionId, input),
      forget: ({ planId }) => plans.forget(planId),
      run: ({ planId, keys, options, first }) => plans.run(planId, keys, options, first),
      watch: ({ planId }, signal) => plans.runs.watch(planId, signal),
      outcomes: ({ planId }, signal) => plans.runs.outcomes(planId, signal),
      cancel: ({ planId }) => {
        plans.runs.cancel(planId);
      },
      report: ({ planId, format }) => plans.report(planId, format),
      unfinished: () => plans.runs.unfinished(),
      resume: ({ planId, ...changed }) => plans.runs.resume(planId, changed),
      dismiss: ({ planId }) => plans.runs.dismiss(planId),
    },
    pauses: {
      list: () => pauses.list(),
      watch: (_input, signal) => pauses.watch(signal),
      schedule: (input) => pauses.schedule(input),
      keep: async (_input, signal) => ({ next: await pauseClock.checkOnce(signal) }),
      end: ({ pauseId }) => pauses.end(pauseId),
    },
    watching: {
      round: (input, signal) => watching.round(input, signal),
      noteReported: (input) => {
        watching.noteReported(input);
      },
      watch: (_input, signal) => inbox.watch(signal),
      load: () => inbox.load(),
      readNow: ({ connectionIds }) => watchClock.readNow(connectionIds),
    },
    editMany: {
      count: ({ selection, edits }, signal) => countEdited(useCases, selection, edits, signal),
      rows: (input, signal) => editedRows(useCases, input, signal),
    },
    comparisons: {
      open: (input, signal) => comparisons.open(input, signal),
      row: ({ comparisonId, key, secretsShown }) =>
        comparisons.row(comparisonId, key, secretsShown),
      export: ({ comparisonId, format, keys }) => comparisons.export(comparisonId, format, keys),
      close: ({ comparisonId }) => {
        comparisons.close(comparisonId);
      },
    },
    coverage: {
      ofAll: () => coverageOfAll(useCases),
    },
    rotation: {
      find: (input, signal) =>
        rotations.find(input, (planId) => plans.runs.rotated(planId), signal),
      giveNewValue: ({ searchId, value }) => {
        rotations.giveNewValue(searchId, value);
      },
      forget: ({ searchId }) => {
        rotations.forget(searchId);
      },
    },
    journal: {
      page: ({ filter, after, limit }, signal) => journal.page(filter, after, limit, signal),
      read: ({ entryId }) => journal.read(entryId),
      count: ({ filter }, signal) => journal.count(filter, signal),
      export: ({ filter }, signal) => journal.export(filter, signal),
      watch: (_input, signal) => journalStates(signal),
      keep: async ({ days, clockIsRight }) =>
        withoutRemoved(useCases, await journal.setRetention(days, clockIsRight)),
      settle: async ({ connectionIds }) => {
        const wait = await reconciler.reconcileAll(connectionIds);
        return { ...withoutRemoved(useCases, journal.state()), wait };
      },
    },
    templates: {
      memory: ({ connectionId }) => templates.memory(connectionId),
      saveSamples: ({ connectionId, webhookId, edits }) => {
        templates.saveSamples(connectionId, webhookId, edits);
      },
      saveOwnTokens: ({ connectionId, tokens }) => {
        templates.saveOwnTokens(connectionId, tokens);
      },
      chooseRules: ({ connectionId, rules }) => {
        templates.chooseRules(connectionId, rules);
      },
    },
    testSends: {
      send: (input, signal) => testSends.send(input, signal),
      list: ({ connectionId }) => testSends.list(connectionId),
    },
    receiver: {
      watch: (_input, signal) => watchReceiver(ports.receiver, signal),
      start: () => ports.receiver.start(),
      stop: () => ports.receiver.stop(),
      answerWith: ({ status }) => ports.receiver.answerWith(status),
      read: ({ receivedId }) => readReceived(ports.receiver, receivedId),
      clear: () => ports.receiver.clear(),
    },
    updates: {
      watch: (_input, signal) => updates.watch(signal),
      manual: () => updates.manual(),
      check: () => updates.check(),
      download: () => {
        // It takes minutes, and outlives the window that asks for it.
        void updates.download();
      },
      cancel: () => {
        updates.cancel();
      },
      install: () => {
        updates.install();
      },
    },
  };
}
