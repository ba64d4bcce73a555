import { z } from 'zod';

/** The two versions of the REST interface. Source: interface document §9. */
export const VariantId = z.enum(['A', 'B']);
export type VariantId = z.infer<typeof VariantId>;

export const PayloadType = z.enum(['ALERT', 'JOB']);
export type PayloadType = z.infer<typeof PayloadType>;

export interface Variant {
  readonly id: VariantId;
  readonly release: string;
  /** API root that a form proposes; the interface document has none for variant B. */
  readonly proposedRoot: string;
  /** `null` allows any string. */
  readonly methods: readonly string[] | null;
  readonly hasPayloadType: boolean;
}

export const variants: Readonly<Record<VariantId, Variant>> = {
  A: { id: 'A', release: '6.0', proposedRoot: '/api/v6', methods: null, hasPayloadType: false },
  B: {
    id: 'B',
    release: '14.0',
    proposedRoot: '/api/v14',
    methods: ['POST', 'PUT'],
    hasPayloadType: true,
  },
};

/** The difference between the variants in one sentence, where a person selects one. */
export const variantsInWords = `Variant A is the interface of release ${variants.A.release}; variant B is that of release ${variants.B.release}, with webhooks for jobs and only the methods ${(variants.B.methods ?? []).join(' and ')}.`;
