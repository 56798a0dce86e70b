import { type ComponentType, lazy } from 'react';
import { Route, Routes } from 'react-router';
import { AppLayout } from './layouts/app-layout.tsx';
import { NotFoundPage } from './layouts/not-found-page.tsx';
import { AdminPages, AuthorPages } from './layouts/role-pages.tsx';
import { SignedInPages } from './layouts/signed-in-pages.tsx';

const DashboardLayout = page(() => import('./layouts/dashboard-layout.tsx'));
const AppointmentPage = page(() => import('./features/booking/appointment-page.tsx'));
const FeedPage = page(() => import('./features/feed/feed-page.tsx'));
const ConversationsPage = page(() => import('./features/conversations/conversations-page.tsx'));
const ChatPage = page(() => import('./features/conversations/chat-page.tsx'));
const DashboardPage = page(() => import('./features/dashboard/dashboard-page.tsx'));
const ProfilePage = page(() => import('./features/dashboard/profile-page.tsx'));
const MyAppointmentsPage = page(() => import('./features/booking/my-appointments-page.tsx'));
const BookingPage = page(() => import('./features/booking/booking-page.tsx'));
const PaymentPage = page(() => import('./features/payments/payment-page.tsx'));
const ReceiptPage = page(() => import('./features/payments/receipt-page.tsx'));
const MyPostsPage = page(() => import('./features/feed/my-posts-page.tsx'));
const AllUsersPage = page(() => import('./features/people/all-users-page.tsx'));
const AddDoctorPage = page(() => import('./features/people/add-doctor-page.tsx'));
const ManageDoctorsPage = page(() => import('./features/people/manage-doctors-page.tsx'));
const ReportsPage = page(() => import('./features/moderation/reports-page.tsx'));
const AdminPaymentsPage = page(() => import('./features/payments/admin-payments-page.tsx'));
const AdminPaymentPage = page(() => import('./features/payments/admin-payment-page.tsx'));
const AuditPage = page(() => import('./features/audit/audit-page.tsx'));

/**
 * The application's pages on one screen. Documents of their own (src/prerendered-pages.tsx), outside this router:
 *   /  /about                                          to read, no React
 *   /login  /signup  /forgot-password  /reset-password forms
 *   /oauth-popup  /oauth-done                          the window of a sign-in elsewhere
 *   /design                                            the gallery of components, outside production
 */
export function Pages() {
  return (
    <Routes>
      <Route element={<SignedInPages />}>
        <Route element={<AppLayout />}>
          <Route path="/appointment" element={<AppointmentPage />} />
          <Route path="/feed" element={<FeedPage />} />
          <Route path="/conversations" element={<ConversationsPage />} />
          <Route path="/conversations/:postId" element={<ChatPage />} />
        </Route>
        <Route path="/dashboard" element={<DashboardLayout />}>
          <Route index element={<DashboardPage />} />
          <Route path="profile" element={<ProfilePage />} />
          <Route path="myAppointment" element={<MyAppointmentsPage />} />
          <Route path="myAppointment/:id" element={<BookingPage />} />
          <Route path="payment/:id" element={<PaymentPage />} />
          <Route path="receipt/:id" element={<ReceiptPage />} />
          <Route element={<AuthorPages />}>
            <Route path="doctorPosts" element={<MyPostsPage />} />
          </Route>
          <Route element={<AdminPages />}>
            <Route path="allUsers" element={<AllUsersPage />} />
            <Route path="addDoctor" element={<AddDoctorPage />} />
            <Route path="manageDoctors" element={<ManageDoctorsPage />} />
            <Route path="reports" element={<ReportsPage />} />
            <Route path="payments" element={<AdminPaymentsPage />} />
            <Route path="payments/:id" element={<AdminPaymentPage />} />
            <Route path="audit" element={<AuditPage />} />
          </Route>
        </Route>
      </Route>
      <Route element={<AppLayout />}>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

/** A page whose script comes when it is first opened. */
function page(load: () => Promise<{ Component: ComponentType }>): ComponentType {
  return lazy(() => load().then(({ Component }) => ({ default: Component })));
}
