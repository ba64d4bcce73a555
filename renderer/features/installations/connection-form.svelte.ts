import type { ConnectionView, TestStep } from '#contract/index.ts';
import {
  type Authentication,
  blankConnection,
  checkConnection,
  type ConnectionSettings,
  settingsOf,
  tidyConnection,
} from '#domain/installation/connection.ts';
import type { Problem } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import type { Connections } from '../../model/connections.svelte.ts';
import { problemOf } from '../../model/problem.ts';

export type FormField = 'name' | 'baseUrl' | 'apiRoot' | 'authToken';

/** What is typed into *Add installation* or its settings, and what testing it showed. */
export class ConnectionForm {
  readonly connection: ConnectionView | null;
  readonly #connections: Connections;
  #testing: AbortController | null = null;

  settings: ConnectionSettings;
  authToken = $state('');
  /** From the first try to save or test on, every mistake is marked. */
  tried = $state(false);
  left = $state<Partial<Record<FormField, boolean>>>({});
  steps = $state.raw<readonly TestStep[]>([]);
  busy = $state<'testing' | 'saving' | null>(null);
  problem = $state.raw<Problem | null>(null);

  readonly hasKeptToken: boolean = $derived.by(() => this.#tokenIsKept());
  readonly #mistakes: Partial<Record<FormField, string>> = $derived.by(() => this.#check());

  constructor(connections: Connections, connection: ConnectionView | null) {
    this.#connections = connections;
    this.connection = connection;
    this.settings = $state(settingsOf(connection ?? blankConnection));
  }

  /** Proposes the variant's own root, unless the person has entered another one. */
  chooseVariant(variant: VariantId): void {
    const proposed = Object.values(variants).some(
      (each) => each.proposedRoot === this.settings.apiRoot.trim(),
    );
    this.settings.variant = variant;
    if (proposed || this.settings.apiRoot.trim() === '') {
      this.settings.apiRoot = variants[variant].proposedRoot;
    }
  }

  chooseAuthentication(kind: Authentication['kind']): void {
    this.settings.authentication = kind === 'sign-in' ? { kind, username: '' } : { kind };
  }

  /** What is wrong with a field, once it has been left or something was tried. */
  mistakeAt(field: FormField): string | undefined {
    const mistake = this.#mistakes[field];
    if (mistake !== undefined) {
      return this.tried || this.left[field] === true ? mistake : undefined;
    }
    return this.#answered(field);
  }

  /** An answer of the installation counts until something is typed. */
  forgetTest(): void {
    this.#testing?.abort();
    this.steps = [];
    this.problem = null;
  }

  async test(): Promise<void> {
    this.tried = true;
    this.forgetTest();
    if (this.#hasMistakes()) return;
    const testing = new AbortController();
    this.#testing = testing;
    this.busy = 'testing';
    try {
      const steps = await this.#connections.test(
        {
          connectionId: this.connection?.id ?? null,
          settings: this.#tidy(),
          secrets: { authToken: this.#token() },
        },
        testing.signal,
      );
      for await (const step of steps) {
        if (testing.signal.aborted) return;
        this.steps = [...this.steps.filter((each) => each.state !== 'running'), step];
      }
    } catch (error) {
      if (!testing.signal.aborted) this.problem = problemOf(error);
    } finally {
      if (this.#testing === testing) this.#testing = null;
      this.busy = null;
    }
  }

  stop(): void {
    this.#testing?.abort();
    this.busy = null;
  }

  /** Saves, and returns the connection; `null` when something must be corrected first. */
  async save(): Promise<ConnectionView | null> {
    this.tried = true;
    this.problem = null;
    if (this.#hasMistakes()) return null;
    this.busy = 'saving';
    try {
      return await this.#connections.save(this.connection?.id ?? null, this.#tidy(), {
        authToken: this.#token(),
      });
    } catch (error) {
      this.problem = problemOf(error);
      return null;
    } finally {
      this.busy = null;
    }
  }

  #tidy(): ConnectionSettings {
    return tidyConnection($state.snapshot(this.settings));
  }

  #token(): string | null {
    const token = this.authToken.trim();
    return this.settings.authentication.kind !== 'auth-token' || token === '' ? null : token;
  }

  #hasMistakes(): boolean {
    return Object.keys(this.#mistakes).length > 0;
  }

  /** A kept token belongs to its origin: with another address it must be entered anew. */
  #tokenIsKept(): boolean {
    const { connection, settings } = this;
    if (connection?.has.authToken !== true || !URL.canParse(settings.baseUrl.trim())) return false;
    return new URL(settings.baseUrl.trim()).origin === new URL(connection.baseUrl).origin;
  }

  #check(): Partial<Record<FormField, string>> {
    const found: Partial<Record<FormField, string>> = {};
    for (const issue of checkConnection(this.settings)) {
      if (issue.path === 'name' || issue.path === 'baseUrl' || issue.path === 'apiRoot') {
        found[issue.path] ??= issue.message;
      }
    }
    if (
      this.settings.authentication.kind === 'auth-token' &&
      !this.hasKeptToken &&
      !this.authToken.trim()
    ) {
      found.authToken = 'Enter the auth token, or choose that none is needed.';
    }
    return found;
  }

  /** Which field the installation's answer is about. */
  #answered(field: FormField): string | undefined {
    const problem = this.steps.find((step) => step.state === 'failed')?.problem;
    if (problem === undefined || problem === null) return undefined;
    switch (problem.code) {
      case 'unauthorized':
      case 'forbidden':
        return field === 'authToken' ? problem.message : undefined;
      case 'not-found':
        return field === 'apiRoot' ? problem.message : undefined;
      default:
        return field === 'baseUrl' ? problem.message : undefined;
    }
  }
}
