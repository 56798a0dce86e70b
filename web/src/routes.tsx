import type { RouteObject } from 'react-router';
import { AppLayout } from './layouts/app-layout.tsx';
import { ErrorPage, RootErrorPage } from './layouts/error-page.tsx';
import { NotFoundPage } from './layouts/not-found-page.tsx';
import { AdminPages, AuthorPages } from './layouts/role-pages.tsx';
import { admins, authors, requireRole } from './require-role.ts';
import { requireUser } from './require-user.ts';

/*
 * The whole site on one screen. Documents of their own (src/prerendered-pages.tsx), outside this router:
 *   /  /about                                          to read, no React
 *   /login  /signup  /forgot-password  /reset-password forms
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RootErrorPage,
    children: [
      {
        middleware: [requireUser],
        children: [
          {
            Component: AppLayout,
            children: [
              {
                ErrorBoundary: ErrorPage,
                children: [
                  { path: '/appointment', lazy: () => import('./features/booking/appointment-page.tsx') },
                  { path: '/feed', lazy: () => import('./features/feed/feed-page.tsx') },
                  { path: '/conversations', lazy: () => import('./features/conversations/conversations-page.tsx') },
                  { path: '/conversations/:postId', lazy: () => import('./features/conversations/chat-page.tsx') },
                ],
              },
            ],
          },
          {
            lazy: () => import('./layouts/dashboard-layout.tsx'),
            children: [
              {
                ErrorBoundary: ErrorPage,
                children: [
                  { path: '/dashboard', lazy: () => import('./features/dashboard/dashboard-page.tsx') },
                  { path: '/dashboard/profile', lazy: () => import('./features/dashboard/profile-page.tsx') },
                  {
                    path: '/dashboard/myAppointment',
                    lazy: () => import('./features/booking/my-appointments-page.tsx'),
                  },
                  {
                    path: '/dashboard/myAppointment/:id',
                    lazy: () => import('./features/booking/booking-page.tsx'),
                  },
                  { path: '/dashboard/payment/:id', lazy: () => import('./features/payments/payment-page.tsx') },
                  { path: '/dashboard/receipt/:id', lazy: () => import('./features/payments/receipt-page.tsx') },
                  {
                    middleware: [requireRole(authors)],
                    Component: AuthorPages,
                    children: [
                      { path: '/dashboard/doctorPosts', lazy: () => import('./features/feed/my-posts-page.tsx') },
                    ],
                  },
                  {
                    middleware: [requireRole(admins)],
                    Component: AdminPages,
                    children: [
                      { path: '/dashboard/allUsers', lazy: () => import('./features/people/all-users-page.tsx') },
                      { path: '/dashboard/addDoctor', lazy: () => import('./features/people/add-doctor-page.tsx') },
                      {
                        path: '/dashboard/manageDoctors',
                        lazy: () => import('./features/people/manage-doctors-page.tsx'),
                      },
                      { path: '/dashboard/reports', lazy: () => import('./features/moderation/reports-page.tsx') },
                      {
                        path: '/dashboard/payments',
                        lazy: () => import('./features/payments/admin-payments-page.tsx'),
                      },
                      {
                        path: '/dashboard/payments/:id',
                        lazy: () => import('./features/payments/admin-payment-page.tsx'),
                      },
                      { path: '/dashboard/audit', lazy: () => import('./features/audit/audit-page.tsx') },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      {
        Component: AppLayout,
        children: [{ path: '*', Component: NotFoundPage }],
      },
    ],
  },
];
