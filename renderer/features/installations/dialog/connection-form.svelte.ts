import type { ConnectionView, TestStep, UnsavedConnection } from '#contract/connections.ts';
import type { Proposal } from '#contract/detection.ts';
import { checkApiRoot, collectionUrl } from '#domain/installation/address.ts';
import {
  type Authentication,
  blankConnection,
  type ConnectionSettings,
  type Environment,
  settingsOf,
  tidyConnection,
} from '#domain/installation/connection.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import type { Problem } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import { LatestTask } from '../../../shared/latest-task.svelte.ts';
import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import { Detection } from './detection.svelte.ts';
import { type FormField, fieldOfProblem, type Mistakes, mistakesIn } from './mistakes.ts';
import { SecretEntries } from './secret-entries.svelte.ts';
import { TypedAddress } from './typed-address.svelte.ts';

const forms = new WeakMap<object, ConnectionForm>();

/** The form of an open dialog: a locked vault removes the dialog, but not what was typed in it. */
export function formOf(
  dialog: { readonly connection: ConnectionView | null },
  connections: Connections,
): ConnectionForm {
  const form = forms.get(dialog) ?? new ConnectionForm(connections, dialog.connection);
  forms.set(dialog, form);
  return form;
}

export class ConnectionForm {
  readonly connection: ConnectionView | null;
  readonly #connections: Connections;

  /** Hookdesk sets address and interface of a practice installation. */
  readonly isPractice: boolean;
  settings: ConnectionSettings;
  readonly secrets: SecretEntries;
  readonly address: TypedAddress;
  readonly detection: Detection;
  /** Set by the first save or test; from then on every mistake is marked. */
  tried = $state(false);
  left = $state<Partial<Record<FormField, boolean>>>({});
  steps = $state.raw<readonly TestStep[]>([]);
  readonly testing = new LatestTask();
  readonly saving = new LatestTask();
  readonly problem: Problem | null = $derived(this.saving.problem ?? this.testing.problem);

  /** A new installation has no preset environment, so that no badge is wrong by default. */
  environmentSelected = $state(false);

  readonly mistakes: Mistakes = $derived.by(() =>
    mistakesIn(this.settings, this.secrets, this.environmentSelected),
  );

  constructor(connections: Connections, connection: ConnectionView | null) {
    this.#connections = connections;
    this.connection = connection;
    this.isPractice = connection?.practice ?? false;
    this.settings = $state(settingsOf(connection ?? blankConnection));
    this.environmentSelected = connection !== null;
    this.secrets = new SecretEntries(connection);
    this.address = new TypedAddress(this.settings, this.secrets);
    this.detection = new Detection((input, signal) => connections.detect(input, signal));
  }

  /** Replaces the API root, unless the user changed it from the proposed value. */
  chooseVariant(variant: VariantId): void {
    const proposed = Object.values(variants).some(
      (each) => each.proposedRoot === this.settings.apiRoot.trim(),
    );
    this.settings.variant = variant;
    if (proposed || this.settings.apiRoot.trim() === '') {
      this.settings.apiRoot = variants[variant].proposedRoot;
    }
  }

  selectEnvironment(environment: Environment | null): void {
    this.settings.environment = environment;
    this.environmentSelected = true;
  }

  /** Restores the saved user name when the user returns to sign-in. */
  chooseAuthentication(kind: Authentication['kind']): void {
    const saved = this.connection?.authentication;
    const username = saved?.kind === 'sign-in' ? saved.username : '';
    this.settings.authentication = kind === 'sign-in' ? { kind, username } : { kind };
  }

  async detect(): Promise<void> {
    this.address.settle();
    const { settings } = this;
    this.left.baseUrl = true;
    if (this.mistakes.baseUrl !== undefined) return;
    const rootIsGood = checkApiRoot(settings.apiRoot).length === 0;
    const baseUrl = rootIsGood ? collectionUrl(this.tidy()) : settings.baseUrl;
    await this.detection.run({ ...this.unsaved(), settings: { ...this.tidy(), baseUrl } });
  }

  takeProposal({ baseUrl, apiRoot, variant }: Proposal): void {
    Object.assign(this.settings, { baseUrl, apiRoot, variant });
    this.address.forget();
    this.forgetTest();
  }

  trust(certificate: CertificateFacts): void {
    this.settings.trust = { kind: 'pinned', certificate };
    this.forgetTest();
  }

  mistakeAt(field: FormField): string | undefined {
    const mistake = this.mistakes[field];
    if (mistake !== undefined) {
      return this.tried || this.left[field] === true ? mistake : undefined;
    }
    const failed = this.steps.find((step) => step.state === 'failed')?.problem ?? null;
    if (failed !== null) {
      return fieldOfProblem(failed, this.settings) === field ? failed.message : undefined;
    }
    return this.saving.mistakeAt(field) ?? this.testing.mistakeAt(field);
  }

  forgetTest(): void {
    this.testing.stop();
    this.saving.problem = null;
    this.steps = [];
  }

  async test(): Promise<void> {
    this.address.settle();
    this.tried = true;
    this.forgetTest();
    if (this.hasMistakes()) return;
    await this.testing.run(async (signal) => {
      for await (const step of await this.#connections.test(this.unsaved(), signal)) {
        if (signal.aborted) return;
        this.#dropRunningStep();
        this.steps = [...this.steps, step];
      }
    });
  }

  stopTest(): void {
    this.testing.stop();
    this.#dropRunningStep();
  }

  /** Returns `null` if a field needs a correction or the user has not seen the parsed address. */
  async save(): Promise<ConnectionView | null> {
    const unseen = this.address.settle() || this.address.takeUnseen();
    this.tried = true;
    if (unseen || this.hasMistakes()) return null;
    this.testing.problem = null;
    let saved: ConnectionView | null = null;
    await this.saving.run(async () => {
      saved = await this.#connections.save(this.connection?.id ?? null, this.tidy(), {
        given: this.secrets.given(this.settings),
        forget: this.secrets.forget(),
      });
    });
    return saved;
  }

  unsaved(): UnsavedConnection {
    const settings = this.tidy();
    return {
      connectionId: this.connection?.id ?? null,
      settings: { ...settings, name: settings.name === '' ? 'New' : settings.name },
      secrets: this.secrets.given(this.settings),
    };
  }

  tidy(): ConnectionSettings {
    return tidyConnection($state.snapshot(this.settings));
  }

  hasMistakes(): boolean {
    return Object.keys(this.mistakes).length > 0;
  }

  #dropRunningStep(): void {
    this.steps = this.steps.filter(({ state }) => state !== 'running');
  }
}
