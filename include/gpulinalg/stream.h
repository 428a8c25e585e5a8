/* stream.h - streams and events.
 *
 * Work on a GPU is queued in streams.  Everything goes to the default stream of its device unless the thread has made
 * another one current; streams run side by side.  Arrays may be used in any stream: one that uses an array waits for the
 * stream that wrote it.  On the host all work has finished when a call returns, so streams are always empty there.
 *
 * Threads: each has a current stream of its own on each device; streams and events may be used by several. */
#ifndef GPULINALG_STREAM_H
#define GPULINALG_STREAM_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/** A queue of work on a device; work in different streams runs side by side.
 *
 * `new_stream` makes one; `get_stream` returns the current one.
 */
GLA_CLASS(gla_stream, "Stream");

/** A mark in a stream, made by `stream_record`. */
GLA_CLASS(gla_event, "Event");

/** A new stream of a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        Stream; it is released when it is no longer used; its pending work goes on
 * @throws DeviceError        if the device does not exist
 * @throws NotSupportedError  if 63 streams of the device are in use
 * @example s = new_stream "host"
 *   stream_device s -> host
 */
gla_status gla_new_stream(gla_stream **stream, const char *device GLA_DEFAULT(= NULL));

/** The stream that this thread's work on a device goes to.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        Stream
 * @throws DeviceError  if the device does not exist
 * @example s = get_stream "host"
 *   stream_device s -> host
 */
gla_status gla_get_stream(gla_stream **stream, const char *device GLA_DEFAULT(= NULL));

/** Send this thread's work on a stream's device to that stream from now on.
 *
 * @param stream  Stream of any device; none goes back to the default streams of all devices
 * @return        nothing
 * @example s = new_stream "host"
 *   set_stream s
 *   x = ones 1000
 *   set_stream
 */
gla_status gla_set_stream(const gla_stream *stream GLA_DEFAULT(= NULL));

/** Wait until all work in a stream has finished.
 *
 * @param stream  Stream
 * @return        nothing
 * @throws DeviceError       if work that was pending failed
 * @throws InterruptedError  if the user stops the wait; the work goes on
 * @example s = get_stream
 *   x = ones [100, 100]
 *   stream_synchronize s
 */
gla_status gla_stream_synchronize(const gla_stream *stream);

/** Whether all work in a stream has finished.
 *
 * @param stream  Stream
 * @return        bool
 * @throws DeviceError  if work that was pending failed
 * @example s = get_stream
 *   stream_synchronize s
 *   stream_query s -> true
 */
gla_status gla_stream_query(const gla_stream *stream, bool *done);

/** Mark the present end of a stream's work.
 *
 * @param stream  Stream
 * @param timing  whether the mark keeps the time, for `event_elapsed_time`
 * @return        Event
 * @example s = get_stream
 *   event = stream_record s timing=false
 *   event_synchronize event
 */
gla_status gla_stream_record(const gla_stream *stream, gla_event **event, bool timing GLA_DEFAULT(= true));

/** Let what is put into a stream from now on wait for an event.  The caller does not wait.
 *
 * @param stream  Stream
 * @param event   Event, also of another device of the same kind
 * @return        nothing
 * @throws DeviceError  if the event is of a device of another kind
 * @example first = new_stream
 *   second = new_stream
 *   event = stream_record first
 *   stream_wait second event
 */
gla_status gla_stream_wait(const gla_stream *stream, const gla_event *event);

/** Name of the device that a stream belongs to.
 *
 * @param stream  Stream
 * @return        name of the device
 * @method property
 * @example s = new_stream "host"
 *   stream_device s -> host
 */
gla_status gla_stream_device(const gla_stream *stream, char **text);

/** Wait until the work before an event has finished.
 *
 * @param event  Event
 * @return       nothing
 * @throws DeviceError       if that work failed
 * @throws InterruptedError  if the user stops the wait; the work goes on
 * @example s = get_stream
 *   event = stream_record s
 *   event_synchronize event
 */
gla_status gla_event_synchronize(const gla_event *event);

/** Whether the work before an event has finished.
 *
 * @param event  Event
 * @return       bool
 * @throws DeviceError  if that work failed
 * @example s = get_stream
 *   event = stream_record s
 *   event_synchronize event
 *   event_query event -> true
 */
gla_status gla_event_query(const gla_event *event, bool *done);

/** Time between two events, which the device has measured.  Waits for both.
 *
 * @param start  Event with timing
 * @param stop   Event with timing, of the same device
 * @return       milliseconds as a float
 * @throws ArgumentError  if one has no timing
 * @throws DeviceError    if they are of different devices
 * @example s = get_stream
 *   start = stream_record s
 *   x = ones [500, 500]
 *   stop = stream_record s
 *   milliseconds = event_elapsed_time start stop
 */
gla_status gla_event_elapsed_time(const gla_event *start, const gla_event *stop, double *milliseconds);

GLA_END_DECLS

#endif
