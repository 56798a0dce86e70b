import { contract } from '@openhours/contract';
import { expect, it } from 'vitest';
import { routesOf } from '../../build/contract-routes.ts';
import { requestOfCall, routeOf } from './request-of-call.ts';

it('puts fields that the path names into the path, encoded', () => {
  expect(requestOfCall('GET /conversations/{email}/unread', { email: 'a/b?c@example.org' })).toEqual({
    method: 'GET',
    path: '/conversations/a%2Fb%3Fc%40example.org/unread',
  });
});

it('puts the other fields of a GET into the query, without those that are undefined', () => {
  const input = { email: 'a+b@example.org', limit: 5, cursor: undefined, search: '' };
  expect(requestOfCall('GET /bookings', input)).toEqual({
    method: 'GET',
    path: '/bookings?email=a%2Bb%40example.org&limit=5&search=',
  });
});

it('sends the other fields of every other method as JSON', () => {
  expect(requestOfCall('PUT /bookings/{id}', { id: '7', slot: '09:00 AM', without: ['Jan 5, 2099'] })).toEqual({
    method: 'PUT',
    path: '/bookings/7',
    body: '{"slot":"09:00 AM","without":["Jan 5, 2099"]}',
  });
});

it('sends no body where the path has every field, and an empty object where a call has none', () => {
  expect(requestOfCall('DELETE /bookings/{id}', { id: '7' })).toEqual({ method: 'DELETE', path: '/bookings/7' });
  expect(requestOfCall('POST /reconcile', {})).toEqual({ method: 'POST', path: '/reconcile', body: '{}' });
  expect(requestOfCall('GET /session', undefined)).toEqual({ method: 'GET', path: '/session' });
});

it('finds the address of a call, and none of what is no call', () => {
  const routes = routesOf(contract, () => true);
  expect(routeOf(routes, ['booking', 'one'])).toBe('GET /bookings/{id}');
  expect(routeOf(routes, ['booking'])).toBeUndefined();
  expect(routeOf(routes, ['booking', 'one', 'more'])).toBeUndefined();
  expect(routeOf(routes, ['nothing', 'here'])).toBeUndefined();
});

it('gives patients the addresses of the calls that they may make', () => {
  const routes = routesOf(contract, (who) => who === 'signed-in');
  expect(routeOf(routes, ['booking', 'book'])).toBe('POST /bookings');
  expect(routeOf(routes, ['people', 'list'])).toBeUndefined();
});
