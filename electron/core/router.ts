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
import { asRpcError, isStream, withRpcErrors } from './report-unexpected.ts';

/** One function for each procedure of a group. Its input is validated. */
export type Handlers<Group> = {
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

type Contract = typeof contract;
export type AllHandlers = { readonly [Name in keyof Contract]: Handlers<Contract[Name]> };

/** Explicit, because the inferred type is too long for a declaration file. */
export type HookdeskRouter = Router<Contract, object>;

type AnyProcedure = ContractProcedure<AnySchema, AnySchema, ErrorMap, Meta>;
type AnyHandler = (input: InferSchemaOutput<AnySchema>, signal?: AbortSignal) => unknown;
type Groups<Member> = Readonly<Record<string, Readonly<Record<string, Member>>>>;

/** Notes each problem that a procedure or its stream reports, and passes it to the window. */
export function routerOf(
  procedures: Contract,
  handlers: AllHandlers,
  recent: RecentProblems,
): HookdeskRouter;
export function routerOf(
  procedures: Groups<AnyProcedure>,
  handlers: Groups<AnyHandler>,
  recent: RecentProblems,
): object {
  const serve = (path: string, procedure: AnyProcedure, handler: AnyHandler | undefined) =>
    implement(procedure)
      .use(async ({ next }) => {
        try {
          const result = await next();
          return isStream(result.output)
            ? { ...result, output: withRpcErrors(recent.watched(path, result.output)) }
            : result;
        } catch (error) {
          recent.noteError(path, error);
          throw asRpcError(error);
        }
      })
      .handler(({ input, signal }) => handler?.(input, signal));
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
