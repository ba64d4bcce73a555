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
import type { Connections } from '../../../shared/installations/connections.svelte.ts';
import { problemOf } from '../../../shared/problem.ts';
import { Detection } from './detection.svelte.ts';
import { type FormField, fieldOfProblem, type Mistakes, mistakesIn } from './mistakes.ts';
import { SecretEntries } from './secret-entries.svelte.ts';
import { TypedAddress } from './typed-address.svelte.ts';

export class ConnectionForm {
  readonly connection: ConnectionView | null;
  readonly #connections: Connections;
  #testing: AbortController | null = null;

  settings: ConnectionSettings;
  readonly secrets: SecretEntries;
  readonly address: TypedAddress;
  readonly detection: Detection;
  /** Set by the first save or test; from then on every mistake is marked. */
  tried = $state(false);
  left = $state<Partial<Record<FormField, boolean>>>({});
  steps = $state.raw<readonly TestStep[]>([]);
  busy = $state<'testing' | 'saving' | null>(null);
  problem = $state.raw<Problem | null>(null);

  /** A new installation has no preset environment, so that no badge is wrong by default. */
  environmentSelected = $state(false);

  readonly mistakes: Mistakes = $derived.by(() =>
    mistakesIn(this.settings, this.secrets, this.environmentSelected),
  );

  constructor(connections: Connections, connection: ConnectionView | null) {
    this.#connections = connections;
    this.connection = connection;
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
    return this.#answered(field);
  }

  forgetTest(): void {
    this.#testing?.abort();
    this.steps = [];
    this.problem = null;
  }

  async test(): Promise<void> {
    this.address.settle();
    this.tried = true;
    this.forgetTest();
    if (this.hasMistakes()) return;
    const testing = new AbortController();
    this.#testing = testing;
    this.busy = 'testing';
    try {
      const steps = await this.#connections.test(this.unsaved(), testing.signal);
      for await (const step of steps) {
        if (testing.signal.aborted) return;
        this.steps = [...this.steps.filter((each) => each.state !== 'running'), step];
      }
    } catch (error) {
      if (!testing.signal.aborted) this.problem = problemOf(error);
    } finally {
      if (this.#testing === testing) {
        this.#testing = null;
        this.busy = null;
      }
    }
  }

  stop(): void {
    this.#testing?.abort();
    this.#testing = null;
    this.busy = null;
    this.steps = this.steps.filter((each) => each.state !== 'running');
  }

  /** Returns `null` if a field needs a correction or the user has not seen the parsed address. */
  async save(): Promise<ConnectionView | null> {
    const unseen = this.address.settle() || this.address.takeUnseen();
    this.tried = true;
    this.problem = null;
    if (unseen || this.hasMistakes()) return null;
    this.busy = 'saving';
    try {
      return await this.#connections.save(this.connection?.id ?? null, this.tidy(), {
        given: this.secrets.given(this.settings),
        forget: this.secrets.forget(),
      });
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    } finally {
      this.busy = null;
    }
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

  #answered(field: FormField): string | undefined {
    const failed = this.steps.find((step) => step.state === 'failed')?.problem ?? null;
    const problem = failed ?? this.problem;
    if (problem === null) return undefined;
    if (problem.code === 'invalid') {
      return problem.issues.find((issue) => issue.path === field)?.message;
    }
    if (failed === null) return undefined;
    return fieldOfProblem(failed, this.settings) === field ? failed.message : undefined;
  }
}
