import { api } from '../../api/client.ts';

/** The calls whose answers say whether something is paid. */
export const showsMoney = [api.payments, api.clinicPayments, api.appointments, api.booking, api.agenda];
