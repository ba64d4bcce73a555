import type {
  AnySchema,
  ContractProcedure,
  ErrorMap,
  InferSchemaInput,
  InferSchemaOutput,
  Meta,
} from '@orpc/contract';
import { implement, type Router } from '@orpc/server';
import type { contract } from '#contract/index.ts';
import type { RecentProblems } from './diagnostics/diagnostics.ts';
import { asRpcError, isStream, withRpcErrors } from './rpc-errors.ts';

type Contract = typeof contract;

/** One function for each procedure of the contract, by group. Its input is validated. */
export type Handlers = { readonly [Name in keyof Contract]: HandlersOf<Contract[Name]> };

type HandlersOf<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends ContractProcedure<
    infer Input,
    infer Output,
    ErrorMap,
    Meta
  >
    ? (input: InferSchemaOutput<Input>, signal?: AbortSignal) => Answer<InferSchemaInput<Output>>
    : never;
};

type Answer<Output> = Output | Promise<Output>;

/** Explicit, because the inferred type is too long for a declaration file. */
export type HookdeskRouter = Router<Contract, object>;

type AnyProcedure = ContractProcedure<AnySchema, AnySchema, ErrorMap, Meta>;
type AnyHandler = (input: InferSchemaOutput<AnySchema>, signal?: AbortSignal) => unknown;
type Groups<Member> = Readonly<Record<string, Readonly<Record<string, Member>>>>;

/**
 * Builds the oRPC router of the contract from the handlers. It notes each problem that a procedure or its
 * stream reports, and passes it to the window.
 */
export function routerOf(
  procedures: Contract,
  handlers: Handlers,
  recent: RecentProblems,
): HookdeskRouter;
// Takes any groups, because a loop cannot pair each procedure's type with that of its handler.
export function routerOf(
  procedures: Groups<AnyProcedure>,
  handlers: Groups<AnyHandler>,
  recent: RecentProblems,
): object {
  const serve = (path: string, procedure: AnyProcedure, handler: AnyHandler | undefined) => {
    if (handler === undefined) throw new Error(`No handler serves ${path}.`);
    return implement(procedure)
      .use(async ({ next }) => {
        try {
          const result = await next();
          return isStream(result.output)
            ? { ...result, output: withRpcErrors(recent.noteProblemsOf(path, result.output)) }
            : result;
        } catch (error) {
          recent.noteError(path, error);
          throw asRpcError(error);
        }
      })
      .handler(({ input, signal }) => handler(input, signal));
  };
  return mapValues(procedures, (group, groupName) =>
    mapValues(group, (procedure, name) =>
      serve(`${groupName}.${name}`, procedure, handlers[groupName]?.[name]),
    ),
  );
}

const mapValues = <Value, Result>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
