import type { ConnectionView, TestStep, UnsavedConnection } from '#contract/connections.ts';
import type { Proposal } from '#contract/detection.ts';
import { checkApiRoot, collectionUrl, isPlainHttp } from '#domain/installation/address.ts';
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
import {
  type FormField,
  fieldOfProblem,
  type Mistakes,
  mistakesIn,
  testedFields,
} from './mistakes.ts';
import { SecretEntries } from './secret-entries.svelte.ts';
import { TypedAddress } from './typed-address.svelte.ts';

type Sending = 'test' | 'save' | 'detect';

const { name, environment, readOnly, group, notes, watchMinutes } = blankConnection;
/** Settings that a test does not use. */
const untested = { name, environment, readOnly, group, notes, watchMinutes };

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
  /** What waits until a person allows to send a typed secret over plain HTTP. */
  waitsForPlainHttp = $state.raw<Sending | null>(null);
  #allowedOrigin: string | null = null;
  #lastUsername = '';
  /** What the last test used. */
  #tested: string | null = null;
  /** Set by the first save; from then on every mistake is marked. */
  tried = $state(false);
  /** Fields that lost the focus: their mistakes are marked. */
  wasLeft = $state<Partial<Record<FormField, boolean>>>({});
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

  /** Restores the last user name when the user returns to sign-in. */
  chooseAuthentication(kind: Authentication['kind']): void {
    const { authentication } = this.settings;
    if (authentication.kind === 'sign-in') this.#lastUsername = authentication.username;
    this.settings.authentication =
      kind === 'sign-in' ? { kind, username: this.#lastUsername } : { kind };
  }

  async detect(): Promise<void> {
    this.address.split();
    const { settings } = this;
    this.wasLeft.baseUrl = true;
    if (this.mistakes.baseUrl !== undefined || this.#mustAllow('detect')) return;
    const rootIsGood = checkApiRoot(settings.apiRoot).length === 0;
    const baseUrl = rootIsGood ? collectionUrl(this.tidy()) : settings.baseUrl;
    await this.detection.run({ ...this.unsaved(), settings: { ...this.tidy(), baseUrl } });
  }

  takeProposal({ baseUrl, apiRoot, variant }: Proposal): void {
    Object.assign(this.settings, { baseUrl, apiRoot, variant });
    this.address.dropUndo();
    this.forgetTest();
  }

  trust(certificate: CertificateFacts): void {
    this.settings.trust = { kind: 'pinned', certificate };
    this.forgetTest();
  }

  mistakeAt(field: FormField): string | undefined {
    const mistake = this.mistakes[field];
    if (mistake !== undefined) {
      return this.tried || this.wasLeft[field] === true ? mistake : undefined;
    }
    const failed = this.steps.find((step) => step.state === 'failed')?.problem ?? null;
    if (failed !== null) {
      return fieldOfProblem(failed, this.settings) === field ? failed.message : undefined;
    }
    return this.saving.mistakeAt(field) ?? this.testing.mistakeAt(field);
  }

  /** Call after each input. It withdraws a question, and the result of a test that used another value. */
  noteInput(): void {
    this.saving.problem = null;
    this.waitsForPlainHttp = null;
    if (this.#testInput() !== this.#tested) this.forgetTest();
  }

  #testInput(): string {
    const { settings, secrets } = this.unsaved();
    return JSON.stringify([{ ...settings, ...untested }, secrets]);
  }

  forgetTest(): void {
    this.testing.stop();
    this.saving.problem = null;
    this.steps = [];
    this.waitsForPlainHttp = null;
  }

  /** Returns `false` if a field that it needs is wrong. */
  async test(): Promise<boolean> {
    this.address.split();
    this.forgetTest();
    const wrong = testedFields.filter((field) => this.mistakes[field] !== undefined);
    for (const field of wrong) this.wasLeft[field] = true;
    if (wrong.length > 0) return false;
    this.#tested = this.#testInput();
    if (this.#mustAllow('test')) return true;
    await this.testing.run(async (signal) => {
      for await (const step of await this.#connections.test(this.unsaved(), signal)) {
        if (signal.aborted) return;
        this.#dropRunningStep();
        this.steps = [...this.steps, step];
      }
    });
    return true;
  }

  /** A saved secret goes to its saved address only, which a person allowed when saving it. */
  #mustAllow(sending: Sending): boolean {
    const { baseUrl } = this.tidy();
    const { authToken, password } = this.secrets.given(this.settings);
    const isSent = authToken !== undefined || password !== undefined;
    if (!isSent || !isPlainHttp(baseUrl)) return false;
    if (new URL(baseUrl).origin === this.#allowedOrigin) return false;
    this.waitsForPlainHttp = sending;
    return true;
  }

  /** Returns what waited for it. */
  allowPlainHttp(): Sending | null {
    this.#allowedOrigin = new URL(this.tidy().baseUrl).origin;
    const sending = this.waitsForPlainHttp;
    this.waitsForPlainHttp = null;
    return sending;
  }

  stopTest(): void {
    this.testing.stop();
    this.#dropRunningStep();
  }

  /** Returns `null` if a field needs a correction or the user has not seen the parsed address. */
  async save(): Promise<ConnectionView | null> {
    const unseen = this.address.split() || this.address.takeUnseenSplit();
    this.tried = true;
    this.waitsForPlainHttp = null;
    if (unseen || this.hasMistakes() || this.#mustAllow('save')) return null;
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
