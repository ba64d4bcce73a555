import { z } from 'zod';
import { VariantId } from '#domain/webhook/variant.ts';

const Places = z.array(z.object({ baseUrl: z.string(), apiRoot: z.string(), variant: VariantId }));
export type Places = z.infer<typeof Places>;

/** Where the services are, as one argument of a program. */
export const placesOf = (argument: string): Places => Places.parse(JSON.parse(argument));
