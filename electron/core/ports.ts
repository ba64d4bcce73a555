import type { Connection, PayloadTypePlace } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import type { Proxy } from '#domain/installation/proxy.ts';
import type { CertificateDoubt, CertificateFacts, Trust } from '#domain/installation/trust.ts';
import type { DeliveryRequest } from '#domain/delivery/delivery-request.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { Problem } from '#domain/problem.ts';
import type { OwnToken } from '#domain/template/own-tokens.ts';
import type { RuleSetName } from '#domain/template/rule-sets.ts';
import type { SampleEdits } from '#domain/template/samples.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { HeaderChangeSet } from '#domain/webhook/header-change-set.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { Received, ReceiverState } from '#contract/receiver.ts';
import type { Settings } from '#contract/settings.ts';
import type {
  Delivery,
  DeliverySummary,
  PracticeEvent,
  PracticeOverview,
  PracticeRaised,
  TokenValues,
} from '#contract/practice.ts';
import type { VaultChoice, VaultState } from '#contract/vault.ts';
import type { OutboundRequest } from '#contract/outbound-request.ts';
import type { TrialAnswer } from '#contract/trials.ts';
import type { BundleWork, ExportWork } from './bundle-ports.ts';
import type { Sealer } from './sealer.ts';
import type { JournalStore, PlanStore, SnapshotStore } from './store-ports.ts';

/** Where and how requests to one installation go. */
export interface Target {
  readonly baseUrl: string;
  readonly apiRoot: string;
  readonly variant: VariantId;
  /** Sent as `X-Auth-Token`, and nowhere but to the origin of `baseUrl`; `null` for none. */
  readonly authToken: string | null;
  /** Where an update carries the payload type; as the interface document has it where it is not said. */
  readonly payloadTypePlace?: PayloadTypePlace;
  /** How requests get there; `plainRoute` where it is not said. */
  readonly route?: Route;
}

/** How requests get to an installation: read, write, sign-in and every look at it alike. */
export interface Route {
  readonly trust: Trust;
  /** Certificate chain and private key in PEM, the key without a passphrase; `null` for none. */
  readonly clientCertificate: { readonly pem: string; readonly key: string } | null;
  readonly proxy: RouteProxy;
  readonly limits: Limits;
}

/** The proxy of a route, with the password of its user. */
export type RouteProxy =
  | Exclude<Proxy, { kind: 'own' }>
  | (Extract<Proxy, { kind: 'own' }> & { readonly password: string | null });

/** What this machine trusts, the proxy of its environment, and the usual limits. */
export const plainRoute: Route = {
  trust: { kind: 'system' },
  clientCertificate: null,
  proxy: { kind: 'system' },
  limits: defaultLimits,
};

/** A target before there is an auth token for it. */
export type Address = Omit<Target, 'authToken'>;

/** What signing in gave. */
export interface SignedIn {
  readonly authToken: string;
  /** As the installation says, by its own clock; `null` where it does not. */
  readonly issuedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly version: string | null;
  readonly supportedApiVersions: readonly string[];
  readonly deprecatedApiVersions: readonly string[];
}

/**
 * Auth tokens in exchange for user name and password, as PEM documents it: `{base URL}/api/token/`.
 * Rejects with a ProblemError; nothing is tried twice, so that no account is locked by it.
 */
export interface SignInService {
  /** Rejects with `unauthorized` for wrong credentials, `not-found` where nobody can sign in. */
  signIn(
    address: Address,
    credentials: { readonly username: string; readonly password: string },
    signal?: AbortSignal,
  ): Promise<SignedIn>;
  /** Ends the auth token of the target. One that has ended already is no problem. */
  signOut(target: Target, signal?: AbortSignal): Promise<void>;
}

/** A certificate as it was seen, and whether the route would accept it. */
export interface SeenCertificate {
  readonly certificate: CertificateFacts;
  readonly trusted: boolean;
  /** Every reason against it, told of also where a person has trusted it all the same. */
  readonly doubts: readonly CertificateDoubt[];
  /** The doubts as a sentence or more; `null` where there is none. */
  readonly why: string | null;
}

/** What answers where a list of webhooks may be. */
export interface SeenList {
  readonly status: number;
  /** The variant that its webhooks show, `unknown` where they do not, `none` if it is no such list. */
  readonly looksLike: VariantId | 'unknown' | 'none';
  readonly webhooks: number;
  /** Why it is none. */
  readonly problem: Problem | null;
}

/** Looks at an address without meaning to work there. */
export interface Probe {
  /**
   * The certificate that is shown, through the route's proxy, whether trusted or not. No request is
   * sent. Rejects with a ProblemError where none is seen, over plain http too.
   */
  certificate(address: Address, signal?: AbortSignal): Promise<SeenCertificate>;
  /** Reads under one API root, once. Rejects with a ProblemError only where no answer came. */
  readList(target: Target, apiRoot: string, signal?: AbortSignal): Promise<SeenList>;
}

/** All webhooks of an installation, in its order. */
export interface WebhookList {
  readonly webhooks: readonly ListedWebhook[];
}

/** An update as the interface has it: every field, and the headers as a change set. */
export interface WebhookUpdate {
  readonly id: number;
  readonly definition: WebhookDefinition;
  readonly headers: HeaderChangeSet;
}

/**
 * The five operations of the interface on one installation. Every method keeps its time limits and
 * size limits, follows no redirect, and rejects with a ProblemError; reads are retried, writes never.
 */
export interface WebhookService {
  list(target: Target, options: ReadOptions): Promise<WebhookList>;
  read(target: Target, id: number, options: ReadOptions): Promise<Webhook>;
  /** Returns nothing: the interface does not say which id the new webhook got. */
  create(target: Target, definition: WebhookDefinition, signal?: AbortSignal): Promise<void>;
  update(target: Target, update: WebhookUpdate, signal?: AbortSignal): Promise<void>;
  remove(target: Target, id: number, signal?: AbortSignal): Promise<void>;
  /** The very requests that create and update would send, the auth token masked. */
  describeCreate(target: Target, definition: WebhookDefinition): OutboundRequest;
  describeUpdate(target: Target, update: WebhookUpdate): OutboundRequest;
  describeRemove(target: Target, id: number): OutboundRequest;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then while a long answer arrives. */
  readonly onProgress?: ((progress: { bytes: number; webhooks: number }) => void) | undefined;
}

/**
 * Secrets by name, such as `connection/<id>/auth-token`. Nothing unreadable is ever deleted. Every
 * method waits at most 20 s for a keychain that does not answer, and rejects with `vault-locked` where
 * a person has to do something first, with `vault-failed` where that would not help.
 */
export interface SecretStore {
  /** Whether a secret of that name is kept, as far as is known without asking the keychain. */
  has(name: string): boolean;
  /** `null` where none is kept, and never where one merely cannot be read now. */
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<void>;
  /** Asks nobody where none of that name is kept. */
  clear(name: string): Promise<void>;
}

export type { Sealer } from './sealer.ts';

/** What a person does with the vault, and what it is for beside secrets. */
export interface VaultControl {
  state(): VaultState;
  /** The state now, and then each that is another. Ends with the signal. */
  watch(signal?: AbortSignal): AsyncGenerator<VaultState, void, void>;
  /** Rejects with `invalid` for another passphrase than the vault's. */
  unlock(passphrase: string): Promise<void>;
  /** Locks a passphrase vault: its keys are overwritten in memory. */
  lock(): void;
  /** Moves every secret there, or changes nothing. */
  choose(choice: VaultChoice): Promise<void>;
  changePassphrase(old: string, next: string): Promise<void>;
  /** After so many minutes without use; `null` for never. */
  setAutoLock(minutes: number | null): Promise<void>;
  /** Looks for the keychain again, and at the vault's file where that was refused. Waits 2 s at most. */
  retry(): Promise<void>;
  /** Sets a passphrase vault aside that nobody can open any more, and begins an empty one. */
  startAnew(): Promise<void>;
  /**
   * The sealer with the data key, which is made where there is none. It goes on working after the vault
   * was locked and unlocked again.
   *
   * @param options `sealedBefore`: there are data that were sealed with it already. It then rejects with
   * `data-key-missing` where the key is gone, and makes no other.
   */
  dataSealer(options: { readonly sealedBefore: boolean }): Promise<Sealer>;
}

/** Small settings and connections, without secrets. A write is on disk when the call returns. */
export interface SettingsStore {
  connections(): readonly Connection[];
  saveConnections(connections: readonly Connection[]): void;
  settings(): Settings;
  saveSettings(settings: Settings): void;
}

/** Runs the webhook management service for practice, each variant at most once. */
export interface PracticeServices {
  /** Starts the variant's service, or returns the one that runs already. Address on loopback. */
  start(variant: VariantId): Promise<{ baseUrl: string; apiRoot: string; authToken: string }>;
  stop(): Promise<void>;
}

/** The practice service's own interface, beside the one that it practises: alerts and deliveries. */
export interface PracticeControl {
  overview(target: Target, signal?: AbortSignal): Promise<PracticeOverview>;
  /** Values given here stand in the place of the samples of the state. */
  raise(target: Target, event: PracticeEvent, values: TokenValues): Promise<PracticeRaised>;
  /** The newest first, 100 at most. */
  deliveries(target: Target, signal?: AbortSignal): Promise<DeliverySummary[]>;
  delivery(target: Target, id: number, signal?: AbortSignal): Promise<Delivery>;
  clear(target: Target): Promise<void>;
}

/** How a test ended, and after how many milliseconds. */
export type TrialOutcome = { readonly milliseconds: number } & (
  | { readonly answer: TrialAnswer; readonly problem: null }
  | { readonly answer: null; readonly problem: Problem }
);

/**
 * Sends tests of webhooks from this machine: once, within a limit, following no redirect. A target is
 * never this machine itself, its link or its cloud's metadata, whatever its name resolves to; the
 * receiver is on this machine. Does not reject. What it tells of a problem has the host of the target
 * and nothing else of its URL.
 */
export interface TrialSender {
  send(
    request: DeliveryRequest,
    destination: 'target' | 'receiver',
    signal?: AbortSignal,
  ): Promise<TrialOutcome>;
}

/** The server on this machine that shows what it receives. */
export interface LocalReceiver {
  state(): ReceiverState;
  /** Rejects with ProblemError `refused` where this machine does not let it listen. */
  start(): Promise<ReceiverState>;
  stop(): Promise<ReceiverState>;
  answerWith(status: number): ReceiverState;
  /** `null` where it is no longer kept. */
  read(id: number): Received | null;
  clear(): ReceiverState;
  /** Calls back after every change, until the function that it gives back is called. */
  onChange(listener: () => void): () => void;
}

/** What is remembered of templates on all installations; no secrets. */
export interface RememberedTemplates {
  readonly installations: readonly {
    readonly connectionId: string;
    readonly ownTokens: readonly OwnToken[];
    readonly rules: RuleSetName;
  }[];
  /** Changed sample values of webhooks, in the order in which they were saved. */
  readonly samples: readonly {
    readonly connectionId: string;
    readonly webhookId: number;
    readonly edits: SampleEdits;
  }[];
}

/** A write is on disk when the call returns; throws ProblemError `storage-failed`. */
export interface TemplateStore {
  remembered(): RememberedTemplates;
  save(next: RememberedTemplates): void;
}

/** What is to change on disk. */
export type DraftChange =
  | { readonly kind: 'save'; readonly draft: StoredDraft }
  | { readonly kind: 'remove'; readonly draftId: string };

/** The file of drafts while it is open. */
export interface OpenDrafts {
  /** Another number says that it had to be opened again: what it holds may be older. */
  readonly opening: number;
  /** What a person should know of the file, if it was not open from the start; `null` for nothing. */
  readonly notice: string | null;
  /** Whether something in it is sealed: then its key is not to be made anew. */
  readonly holdsAny: boolean;
}

/**
 * Drafts on disk, each sealed. Every method rejects with `storage-failed` where the disk, the folder or
 * another program is in the way; trying again later is safe.
 */
export interface DraftStore {
  /** Why the file is left alone, for good: a newer Hookdesk has written it. `null` where it is not. */
  readonly refusal: string | null;
  /** Opens the file where it is not open. A damaged one is set aside, and what is whole brought back. */
  open(): Promise<OpenDrafts>;
  /** Drafts that cannot be opened with this key are counted and left as they are. */
  read(sealer: Sealer): Promise<{ drafts: readonly StoredDraft[]; unreadable: number }>;
  /** On disk when the call returns: all changes or none. */
  write(changes: readonly DraftChange[], sealer: Sealer): Promise<void>;
  /** Sets the file aside under a dated name and begins an empty one. */
  setAside(): Promise<void>;
  /** Calls back whenever the file is opened again, also for another store: it may hold less then. */
  onReopened(listener: () => void): void;
}

/** What a ticket has to say of this machine; nothing in it is a secret or a person's name. */
export interface MachineFacts {
  /** Such as `Linux 6.1.0, x64`. */
  readonly system: string;
  /** Such as `Electron 45.4.1, Node 24.21.0`. */
  readonly runtime: string;
  /** Names of the variables for a proxy that are set, such as `HTTPS_PROXY`. */
  readonly proxyVariables: readonly string[];
}

/** What a crash of the desktop application left in the data folder. It is never sent. */
export interface CrashReport {
  /** The path within the data folder, with `/`. */
  readonly file: string;
  readonly at: Date;
  readonly bytes: number;
}

/** The files that tell what went wrong inside Hookdesk. */
export interface SupportFiles {
  /** Absolute path of the log. */
  readonly log: string;
  /** The latest first. */
  readonly crashReports: () => readonly CrashReport[];
  /** Shows the log in the system's file manager; `null` where the host cannot. */
  readonly showLog: (() => void) | null;
}

/** Takes the secrets that requests were made with out of whatever leaves Hookdesk as text. */
export interface SecretsInUse {
  /** Secrets that a person has given, and that go into requests from now on. */
  add(secrets: readonly string[]): void;
  /** A secret of four characters or more is found in its usual forms; shorter ones stay. */
  mask(text: string): string;
}

export interface Clock {
  now(): Date;
  /** Milliseconds since some moment of this run, whatever the machine's clock is set to. */
  elapsed(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Lets other work of the process run first. */
  breathe(): Promise<void>;
}

/** Makes identifiers that no other connection has. */
export type NewId = () => string;

/** A file that somebody had the machine open with Hookdesk; or why it was not read. */
export type OfferedFile =
  | { readonly name: string; readonly content: Uint8Array }
  | { readonly name: string; readonly problem: Problem };

/** Files that came as an argument, by a double click or with a second start. */
export interface OfferedFiles {
  /**
   * Those that nobody has taken yet, then each that comes, in their order; each is given out once. No
   * name has a folder in it, no content is larger than `fileBytesAtMost`. Ends with the signal.
   */
  take(signal: AbortSignal | undefined): AsyncGenerator<OfferedFile, void, void>;
}

/** Opens an address in the system's browser; refuses everything but http and https. */
export type OpenExternal = (url: string) => Promise<void>;

/**
 * Shows outside of the window how far the plans have come that are carried out: from 0 to 1, `null` once
 * none is.
 */
export type ShowProgress = (share: number | null) => void;

/** Everything that the core takes from the machine that it runs on. */
export interface Ports {
  readonly webhooks: WebhookService;
  readonly signIn: SignInService;
  readonly probe: Probe;
  readonly secrets: SecretStore;
  readonly vault: VaultControl;
  readonly settings: SettingsStore;
  readonly practice: PracticeServices;
  readonly practiceControl: PracticeControl;
  readonly trials: TrialSender;
  readonly receiver: LocalReceiver;
  readonly templates: TemplateStore;
  readonly drafts: DraftStore;
  readonly snapshots: SnapshotStore;
  readonly journal: JournalStore;
  readonly plans: PlanStore;
  readonly machine: MachineFacts;
  /** The name that the operating system has for who works here. */
  readonly person: () => string;
  readonly secretsInUse: SecretsInUse;
  readonly supportFiles: SupportFiles;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly bundleWork: BundleWork;
  readonly exportWork: ExportWork;
  readonly openExternal: OpenExternal;
  readonly offeredFiles: OfferedFiles;
  readonly showProgress: ShowProgress;
}
