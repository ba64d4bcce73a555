import { createContext } from 'svelte';
import type {
  CertificateView,
  ConnectionView,
  RemovalPreview,
  SecretAddress,
  SecretsInput,
  TestStep,
  UnsavedConnection,
} from '#contract/connections.ts';
import type { DetectionEvent } from '#contract/detection.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import {
  type ConnectionSettings,
  type PracticeId,
  reachesSameWebhooks,
  settingsOf,
} from '#domain/installation/connection.ts';
import type { ProposedEntry } from '#domain/installation/propose-import.ts';
import type { SecretName } from '#domain/installation/secret-owner.ts';
import { reorder } from '#domain/reorder.ts';
import { follow } from '../follow.ts';
import { type ConnectionSection, sectionsOf } from './connection-sections.ts';
import type { WithSecrets } from '../secrets/vault.svelte.ts';

export interface SecretChanges {
  /** Secrets that are absent here keep their stored value. */
  readonly given: SecretsInput;
  /** Stored secrets to delete without a replacement. */
  readonly forget: SecretName[];
}

export class Connections {
  readonly #client: HookdeskClient;
  readonly #withSecrets: WithSecrets;
  all = $state.raw<readonly ConnectionView[]>([]);
  loaded = $state(false);
  /** Whether there was no installation at the start, as for a newcomer. */
  startedEmpty = $state(false);
  /** Secrets of an older Hookdesk whose addresses a person has not confirmed yet. */
  secretAddresses = $state.raw<readonly SecretAddress[]>([]);
  /** Called when an installation is removed (`undefined`) or gets another address or variant. */
  onMoved: (before: ConnectionView, now: ConnectionView | undefined) => void = () => undefined;

  readonly sections: readonly ConnectionSection[] = $derived(sectionsOf(this.all));
  readonly shown: readonly ConnectionView[] = $derived(
    this.sections.flatMap((section) => section.connections),
  );
  readonly groups: readonly string[] = $derived([
    ...new Set(this.all.map(({ group }) => group).filter((group) => group !== '')),
  ]);

  /** @param withSecrets runs work that needs the vault; unlocks the vault first if necessary */
  constructor(client: HookdeskClient, withSecrets: WithSecrets = (work) => work()) {
    this.#client = client;
    this.#withSecrets = withSecrets;
  }

  find(id: string): ConnectionView | undefined {
    return this.all.find((each) => each.id === id);
  }

  isWritable(id: string): boolean {
    return this.find(id)?.readOnly === false;
  }

  nameOf(id: string): string {
    return this.find(id)?.name ?? 'Removed installation';
  }

  ofRows(rows: readonly { readonly connectionId: string }[]): ConnectionView[] {
    return [...new Set(rows.map(({ connectionId }) => connectionId))].flatMap(
      (id) => this.find(id) ?? [],
    );
  }

  /** Writable installations, without the one that all the webhooks come from. */
  copyTargets(selection: WebhookSelection): ConnectionView[] {
    const sources = new Set(selection.map(({ connectionId }) => connectionId));
    return this.shown.filter(
      ({ id, readOnly }) => !readOnly && !(sources.size === 1 && sources.has(id)),
    );
  }

  async load(): Promise<void> {
    this.#take(await this.#client.connections.list());
    if (!this.loaded) this.startedEmpty = this.all.length === 0;
    this.loaded = true;
  }

  /** Other windows change installations too. */
  async follow(): Promise<void> {
    await follow(this.#client.connections.watch(), (all) => {
      this.#take(all);
    });
  }

  async followSecretAddresses(): Promise<void> {
    await follow(this.#client.connections.watchSecretAddresses(), (addresses) => {
      this.secretAddresses = addresses;
    });
  }

  async confirmSecretAddresses(): Promise<void> {
    await this.#withSecrets(() => this.#client.connections.confirmSecretAddresses());
    this.secretAddresses = [];
  }

  #take(all: readonly ConnectionView[]): void {
    const before = this.all;
    this.all = all;
    for (const each of before) {
      const now = this.find(each.id);
      if (now === undefined || !reachesSameWebhooks(each, now)) this.onMoved(each, now);
    }
  }

  async save(
    id: string | null,
    settings: ConnectionSettings,
    { given: secrets, forget }: SecretChanges,
  ): Promise<ConnectionView> {
    const { connections } = this.#client;
    const view = await this.#withSecrets(() =>
      id === null
        ? connections.add({ settings, secrets })
        : connections.change({ connectionId: id, settings, secrets, forget }),
    );
    await this.load();
    return view;
  }

  async givePassword(connection: ConnectionView, password: string): Promise<void> {
    const secrets = { given: { password }, forget: [] };
    await this.save(connection.id, settingsOf(connection), secrets);
  }

  /** For installations that ignore the payload type where the interface document puts it. */
  async sendPayloadTypeAtTop(connection: ConnectionView): Promise<void> {
    const settings = { ...settingsOf(connection), payloadTypePlace: 'top-level' as const };
    await this.save(connection.id, settings, { given: {}, forget: [] });
  }

  async duplicate(id: string, withSecrets: boolean): Promise<ConnectionView> {
    const view = await this.#withSecrets(() =>
      this.#client.connections.duplicate({ connectionId: id, withSecrets }),
    );
    await this.load();
    return view;
  }

  removalPreview(id: string): Promise<RemovalPreview> {
    return this.#client.connections.removalPreview({ connectionId: id });
  }

  async remove(id: string): Promise<void> {
    await this.#withSecrets(() => this.#client.connections.remove({ connectionId: id }));
    await this.load();
  }

  /** Shows the new order at once. */
  async reorder(connectionIds: string[]): Promise<void> {
    this.all = reorder(this.all, connectionIds);
    try {
      this.all = await this.#client.connections.reorder({ connectionIds });
    } catch (error) {
      await this.load();
      throw error;
    }
  }

  async startPractice(ids: PracticeId[]): Promise<ConnectionView[]> {
    const views = await this.#client.practice.start({ ids });
    await this.load();
    return views;
  }

  test(input: UnsavedConnection, signal: AbortSignal): Promise<AsyncIterable<TestStep>> {
    return this.#withSecrets(() => this.#client.connections.test(input, { signal }));
  }

  detect(input: UnsavedConnection, signal: AbortSignal): Promise<AsyncIterable<DetectionEvent>> {
    return this.#withSecrets(() => this.#client.detection.detect(input, { signal }));
  }

  /** Reads the certificate by a TLS handshake; sends no HTTP request. */
  seeCertificate(input: UnsavedConnection, signal: AbortSignal): Promise<CertificateView> {
    return this.#withSecrets(() => this.#client.connections.seeCertificate(input, { signal }));
  }

  /** Fails if the installation now presents another certificate. */
  async trustCertificate(id: string, spkiSha256: string): Promise<void> {
    await this.#client.connections.trustCertificate({ connectionId: id, spkiSha256 });
    await this.load();
  }

  export(connectionIds: string[]): Promise<{ text: string; fileName: string }> {
    return this.#client.connections.export({ connectionIds });
  }

  previewImport(text: string): Promise<ProposedEntry[]> {
    return this.#client.connections.previewImport({ text });
  }

  async import(text: string, indices: number[]): Promise<ConnectionView[]> {
    const views = await this.#client.connections.import({ text, indices });
    await this.load();
    return views;
  }
}

export const [getConnections, setConnections] = createContext<Connections>();
