import { z } from 'zod';
import { VariantId } from '#domain/webhook/variant.ts';

const ServiceAddresses = z.array(
  z.object({
    baseUrl: z.string(),
    apiRoot: z.string(),
    variant: VariantId,
    authToken: z.string().nullable(),
  }),
);
export type ServiceAddresses = z.infer<typeof ServiceAddresses>;

/** Parses the addresses of services from a command-line argument. */
export const serviceAddressesOf = (argument: string): ServiceAddresses =>
  ServiceAddresses.parse(JSON.parse(argument));
